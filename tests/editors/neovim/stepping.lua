-- Runs inside Neovim with the plugin folder: from the violation to stepping through it, with what the plugin gives nvim-dap.

local checks = dofile(vim.env.VOUCH_TEST_FOLDER .. '/checks.lua')
local client_of_dap = dofile(vim.env.VOUCH_TEST_FOLDER .. '/dap_client.lua')
local wait_for, check = checks.wait_for, checks.check

-- Takes the place of nvim-dap, and starts what it is told to run.
local function stand_in()
  local dap = { adapters = {}, configurations = {} }
  function dap.run(configuration)
    dap.session = client_of_dap.start(dap.adapters[configuration.type])
    local capabilities = dap.session:request('initialize', { adapterID = configuration.type, linesStartAt1 = true, columnsStartAt1 = true, pathFormat = 'path' })
    check('the adapter steps back', capabilities.supportsStepBack)
    local launched = dap.session:send(configuration.request, configuration)
    dap.session:event('initialized')
    dap.session:request('configurationDone')
    dap.session:answer(launched)
  end
  package.loaded.dap = dap
  return dap
end

local session

-- Where the run stands: the line, and the variables that are seen from there.
local function place()
  local frame = session:request('stackTrace', { threadId = 1 }).stackFrames[1]
  check('the place is in the file', frame.source.path == vim.api.nvim_buf_get_name(0))
  local values = {}
  for _, scope in ipairs(session:request('scopes', { frameId = frame.id }).scopes) do
    for _, variable in ipairs(session:request('variables', { variablesReference = scope.variablesReference }).variables) do
      values[variable.name] = values[variable.name] or variable.value
    end
  end
  return frame.line, values
end

local function go(command)
  session:request(command, { threadId = 1 })
  return session:event('stopped').reason
end

checks.run(function()
  local dap = stand_in()
  require('vouch.dap').register('vouch')
  vim.cmd('edit example.c')
  wait_for('the violation is shown', function() return #vim.diagnostic.get(0) == 1 end)
  vim.api.nvim_win_set_cursor(0, { 7, 0 })
  vim.cmd('VouchStepThrough')
  session = dap.session
  check('the session stands at the beginning', session:event('stopped').reason == 'entry')
  check('which is the first line of main', place() == 4)

  local line, values
  for _ = 1, 10 do
    if line ~= 7 then
      go('next')
      line, values = place()
    end
  end
  check('stepping forwards reaches the assertion', line == 7)
  check('with the values there', values.x == '7' and values.y == '8')
  go('stepBack')
  line, values = place()
  check('stepping back leads in front of the assignment', line == 6 and values.x == '7' and values.y ~= '8')
  check('running on ends in the violation', go('continue') == 'exception' and place() == 7)
  local information = session:request('exceptionInfo', { threadId = 1 })
  check('which is explained', (information.description or ''):find('y != 8', 1, true) ~= nil)
  go('reverseContinue')
  check('running backwards ends in the beginning', place() == 4)
  session:request('disconnect')
  check('the adapter ends with status 0', session:exit_status() == 0)
end)
