-- What the scripts of this folder share: checks that say what they are about, and a frame that gives an exit status.
local M = {}

function M.say(text) io.stdout:write(text .. '\n') end

--- Waits until `condition` holds. A minute: much is going on beside these tests on a build machine.
function M.wait_for(what, condition)
  assert(vim.wait(60000, condition, 10), what .. ' did not happen')
  M.say('ok: ' .. what)
end

function M.check(what, condition)
  assert(condition, 'not so: ' .. what)
  M.say('ok: ' .. what)
end

--- Runs the script and ends Neovim, with status 1 if something was not so.
function M.run(conversation)
  local fine, problem = xpcall(conversation, debug.traceback)
  if fine then
    M.say('PASSED')
    vim.cmd('qall!')
  else
    io.stderr:write('FAILED ' .. tostring(problem) .. '\n')
    vim.cmd('cquit 1')
  end
end

return M
