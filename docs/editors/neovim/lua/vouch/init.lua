-- What users call: setup() and the functions behind the commands.
local client = require('vouch.client')
local status = require('vouch.status')
local surfaces = require('vouch.surfaces')
local violations = require('vouch.violations')

local M = {}

local defaults = {
  cmd = { 'vouch', 'lsp' },
  -- The server's settings, e.g. { verifyOn = 'change', budgetSeconds = 60 }; see docs/protocol.md.
  settings = {},
  signs = true,
  lenses = true,
  hints = true,
  -- The debugger in nvim-dap, if that is installed.
  dap = true,
}

local function say(text) vim.notify('Vouch: ' .. text) end

local function uri() return vim.uri_from_bufnr(0) end

--- Starts the server for C files from now on, and for the one that is shown.
function M.setup(options)
  options = vim.tbl_deep_extend('force', defaults, options or {})
  surfaces.setup(options)
  client.setup(options, {
    on_status = surfaces.show,
    on_exit = surfaces.clear_all,
    step_through = function(trace) M.step_through(trace) end,
    prove = function(question) M.prove_question(question) end,
  })
  if options.dap then
    require('vouch.dap').register(options.cmd[1])
  end
  local group = vim.api.nvim_create_augroup('vouch', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = { 'c', 'cpp' },
    callback = function(event) client.attach(event.buf) end,
  })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'BufWinEnter', 'WinEnter', 'WinClosed', 'WinScrolled', 'TabEnter' }, {
    group = group,
    callback = function() vim.schedule(client.tell_focus) end,
  })
  client.attach(vim.api.nvim_get_current_buf())
end

function M.verify() client.execute('vouch.verify', uri()) end

--- Verifies all C files of the workspace. In the end what was found is in the quickfix list, and a summary is shown.
function M.workspace()
  client.on_workspace(function(news)
    if news.running then
      return
    end
    client.on_workspace(nil)
    vim.diagnostic.setqflist({
      namespace = vim.lsp.diagnostic.get_namespace(client.get().id),
      title = 'Vouch: the workspace',
      severity = { min = vim.diagnostic.severity.INFO },
    })
    say(status.summary_of_all())
  end)
  client.execute('vouch.verifyWorkspace')
end

function M.cancel() client.execute('vouch.cancel', uri()) end

function M.restart() client.restart() end

--- Puts the steps of the violation in the cursor's line into the location list; :lnext goes from one to the next.
function M.trace()
  local violation = violations.at_cursor()
  if not violation then
    return say('no violation with a trace in this line')
  end
  vim.fn.setloclist(0, {}, ' ', { title = violation.message, items = violation.steps })
  vim.cmd('lopen')
  if violation.trace then
    client.execute('vouch.selectTrace', { trace = violation.trace, uri = violation.uri })
  end
end

--- Shows the run of the violation in the cursor's line in a buffer of its own: calls and rounds of loops are folds.
function M.run()
  local violation = violations.at_cursor()
  if not (violation and violation.trace) then
    return say('no violation with a trace in this line')
  end
  client.request('vouch/run', { uri = violation.uri, trace = violation.trace }, function(run)
    if run then
      require('vouch.run').show(run)
    end
  end)
end

--- Asks whether a C expression holds whenever a run comes to the cursor's line. If it can be false, the run is shown.
function M.prove(expression)
  local line = vim.api.nvim_get_current_line()
  local indentation = #line:match('^%s*') -- bytes, and so UTF-16 units: blanks are ASCII
  M.prove_question({
    uri = uri(),
    position = { line = vim.fn.line('.') - 1, character = indentation },
    expression = expression,
  })
end

--- The same for what the server's code action on a selection asks.
function M.prove_question(question)
  client.request('vouch/prove', question, function(proof)
    if not proof then
      return
    end
    say(proof.message)
    if proof.run then
      require('vouch.run').show(proof.run)
    end
  end)
end

--- Shows the same run as a table. `names` are those of its columns, separated by commas or spaces; none: those that decide.
function M.run_table(names)
  local violation = violations.at_cursor()
  if not (violation and violation.trace) then
    return say('no violation with a trace in this line')
  end
  local chosen = vim.split(names or '', '[,%s]+', { trimempty = true })
  local params = { uri = violation.uri, trace = violation.trace, variables = #chosen > 0 and chosen or nil }
  client.request('vouch/runTable', params, function(answer)
    if answer then
      require('vouch.run').show_table(answer)
    end
  end)
end

--- Steps through a trace, that of the violation in the cursor's line if none is given.
function M.step_through(trace)
  trace = trace or (violations.at_cursor() or {}).trace
  if not trace then
    return say('no violation with a trace in this line')
  end
  if not require('vouch.dap').run(trace) then
    say('stepping needs nvim-dap; :VouchTrace shows the steps without it')
  end
end

function M.make_test()
  local violation = violations.at_cursor()
  if not (violation and violation.trace) then
    return say('no violation with a trace in this line')
  end
  client.execute('vouch.makeTest', { trace = violation.trace, uri = violation.uri })
end

function M.more_time()
  local found = status.function_at(uri(), vim.fn.line('.') - 1)
  if not found then
    return say('the cursor is in no function')
  end
  client.execute('vouch.giveMoreTime', { uri = uri(), ['function'] = found.name })
end

--- How the file stands, in a few words; for a status line: %{v:lua.require'vouch'.statusline()}
function M.statusline() return status.summary(uri()) end

function M.show_status() say(status.summary(uri())) end

return M
