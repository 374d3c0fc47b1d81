-- Runs inside Neovim, which was started with the documented configuration in a folder with example.c.

local checks = dofile(vim.env.VOUCH_TEST_FOLDER .. '/checks.lua')
local say, wait_for, check = checks.say, checks.wait_for, checks.check

local function conversation()
  vim.cmd('edit example.c')
  local buffer = vim.api.nvim_get_current_buf()
  local opened = vim.loop.hrtime()
  -- A client counts from the moment at which the server has answered `initialize`.
  wait_for('the documented set-up attaches a client', function() return next(vim.lsp.buf_get_clients(buffer)) ~= nil end)
  check('it is the only one', vim.tbl_count(vim.lsp.buf_get_clients(buffer)) == 1)
  local client = select(2, next(vim.lsp.buf_get_clients(buffer)))

  wait_for('a diagnostic appears', function() return #vim.diagnostic.get(buffer) > 0 end)
  say(('from :edit to the diagnostic: %d ms'):format((vim.loop.hrtime() - opened) / 1e6))
  local diagnostics = vim.diagnostic.get(buffer)
  check('it is the only one', #diagnostics == 1)
  local diagnostic = diagnostics[1]
  say(vim.inspect(diagnostic.message))
  check('it stands in the line of the assertion', diagnostic.lnum == 6)
  check('it stands at the assertion', diagnostic.col == 4)
  check('it is an error', diagnostic.severity == vim.diagnostic.severity.ERROR)
  check('it comes from vouch', diagnostic.source == 'vouch' and diagnostic.code == 'assert')

  local related = diagnostic.user_data.lsp.relatedInformation
  check('it has related information', related and #related >= 3)
  local trace = table.concat(vim.tbl_map(function(step) return step.message end, related), '\n')
  say(trace)
  check('the trace has the input', trace:find('x = 7', 1, true))
  check('the trace has the branch', trace:find('x > 2', 1, true))
  check('the trace has the assignment', trace:find('y = 8', 1, true))

  vim.api.nvim_win_set_cursor(0, { 7, 0 })
  vim.cmd('VouchTrace')
  local list = vim.fn.getloclist(0)
  check(':VouchTrace fills the location list', #list == #related)
  check('its entries lead to the file', vim.fn.bufnr('example.c') == list[1].bufnr and list[1].lnum > 0)
  vim.cmd('lclose')

  -- An incremental edit in front of the assertion, then saving.
  vim.api.nvim_buf_set_text(buffer, 4, 8, 4, 9, { '<' })
  check('the edit is what was meant', vim.api.nvim_buf_get_lines(buffer, 4, 5, false)[1] == '  if (x < 2 && x < 100) {')
  vim.cmd('write')
  wait_for('the diagnostic vanishes once the file is fixed and saved', function() return #vim.diagnostic.get(buffer) == 0 end)

  vim.cmd('undo')
  vim.cmd('write')
  wait_for('it comes back with the mistake', function() return #vim.diagnostic.get(buffer) == 1 end)

  vim.api.nvim_buf_set_lines(buffer, 3, 3, false, { '  nonsense here;' })
  vim.cmd('write')
  wait_for('broken C shows the compiler\'s error', function()
    local shown = vim.diagnostic.get(buffer)
    return #shown > 0 and shown[1].code == 'clang' and shown[1].lnum == 3
  end)

  local exit_status
  if client._on_exit_cbs then -- what Neovim 0.10 and newer have made of the configuration
    table.insert(client._on_exit_cbs, function(status) exit_status = status end)
  else
    local documented_on_exit = client.config.on_exit
    client.config.on_exit = function(status, ...)
      exit_status = status
      documented_on_exit(status, ...)
    end
  end
  vim.lsp.stop_client(client.id)
  wait_for('the server stops when asked to', function() return exit_status ~= nil end)
  check('with status 0', exit_status == 0)
  wait_for('and takes its diagnostics along', function() return #vim.diagnostic.get(buffer) == 0 end)
end

checks.run(conversation)
