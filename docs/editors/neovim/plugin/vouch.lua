-- Commands of Vouch. They do something once `require('vouch').setup()` has been called.
if vim.g.loaded_vouch then
  return
end
vim.g.loaded_vouch = true

local commands = {
  VouchVerify = { 'Verify this file now', function(vouch) vouch.verify() end },
  VouchCancel = { 'Cancel the verification of this file', function(vouch) vouch.cancel() end },
  VouchWorkspace = { 'Verify all C files of the workspace; what is found goes to the quickfix list', function(vouch) vouch.workspace() end },
  VouchTrace = { 'Put the way to the violation in this line into the location list', function(vouch) vouch.trace() end },
  VouchRun = { 'Show the run of the violation in this line, with folds', function(vouch) vouch.run() end },
  VouchStepThrough = { 'Step through the violation in this line (nvim-dap)', function(vouch) vouch.step_through() end },
  VouchMakeTest = { 'Make a failing test of the violation in this line', function(vouch) vouch.make_test() end },
  VouchMoreTime = { 'Give the function at the cursor more time', function(vouch) vouch.more_time() end },
  VouchStatus = { 'Say how this file stands', function(vouch) vouch.show_status() end },
  VouchRestart = { 'Restart the server', function(vouch) vouch.restart() end },
}

vim.api.nvim_create_user_command('VouchProve', function(given) require('vouch').prove(given.args) end, {
  nargs = 1,
  desc = 'Prove that a C expression holds in the line of the cursor, or show a run in which it does not',
})

vim.api.nvim_create_user_command('VouchRunTable', function(given) require('vouch').run_table(given.args) end,
  { desc = 'Show the run of the violation in this line as a table of variables', nargs = '*' })

for name, command in pairs(commands) do
  vim.api.nvim_create_user_command(name, function() command[2](require('vouch')) end, { desc = command[1] })
end
