-- Vouch's debugger for nvim-dap (https://github.com/mfussenegger/nvim-dap), if that is installed.
local M = {}

--- The adapter: `vouch dap` on stdin and stdout.
function M.adapter(program) return { type = 'executable', command = program, args = { 'dap' } } end

--- The configuration that steps through a trace: an id from the language server, or a trace file.
function M.configuration(trace)
  return { type = 'vouch', request = 'launch', name = 'Vouch: step through the violation', trace = trace }
end

local function ask_for_report()
  return vim.fn.input('Report of vouch check --format json: ', vim.fn.getcwd() .. '/', 'file')
end

--- Tells nvim-dap of the adapter, and offers a configuration for C files. Says whether nvim-dap is there.
function M.register(program)
  local found, dap = pcall(require, 'dap')
  if not found then
    return false
  end
  dap.adapters.vouch = M.adapter(program)
  dap.configurations.c = dap.configurations.c or {}
  for _, present in ipairs(dap.configurations.c) do
    if present.type == 'vouch' then
      return true
    end
  end
  table.insert(dap.configurations.c, {
    type = 'vouch',
    request = 'launch',
    name = 'Vouch: step through a report',
    report = ask_for_report,
    violation = 0,
  })
  return true
end

--- Starts a session. Says whether nvim-dap is there.
function M.run(trace)
  local found, dap = pcall(require, 'dap')
  if found then
    dap.run(M.configuration(trace))
  end
  return found
end

return M
