-- Runs inside Neovim with the plugin folder: a file that takes long beside one that does not, and what changes on the disk.

local checks = dofile(vim.env.VOUCH_TEST_FOLDER .. '/checks.lua')
local say, wait_for, check = checks.say, checks.wait_for, checks.check

-- What the verdict of an easy file may take beside a hard one, in seconds: on a machine that does other things too.
local shortly = 10

local function sign_in(buffer, line)
  local sign = vim.fn.sign_getplaced(buffer, { group = 'vouch', lnum = line })[1].signs[1]
  return sign and sign.name
end

checks.run(function()
  vim.o.autoread = true
  local told = {}
  vim.cmd('edit hopeless.c')
  local hopeless = vim.api.nvim_get_current_buf()
  wait_for('the hard file is being verified', function() return sign_in(hopeless, 2) == 'vouch-running' end)
  local client = require('vouch.client').get()
  local notify = client.notify
  client.notify = function(...)
    local first, second = ...
    local method = type(first) == 'string' and first or second
    if method == 'vouch/focus' then
      table.insert(told, select(select('#', ...), ...))
    end
    return notify(...)
  end

  vim.cmd('split example.c')
  local example = vim.api.nvim_get_current_buf()
  wait_for('the easy one has its verdict', function() return sign_in(example, 3) == 'vouch-violated' end)
  wait_for('the server knows what is on the screen', function()
    local last = told[#told]
    return last and last.active == vim.uri_from_bufnr(example) and #last.visible == 2
  end)
  check('and which lines', told[#told].visible[1].range.start.line == 0)

  local start = vim.loop.hrtime()
  vim.cmd('%s/y != 8/y != 2/')
  vim.cmd('write')
  wait_for('a save has its verdict', function() return sign_in(example, 3) == 'vouch-proved' end)
  local seconds = (vim.loop.hrtime() - start) / 1e9
  say(('after %.2f s'):format(seconds))
  check('shortly after it', seconds < shortly)
  check('while the hard file goes on', sign_in(hopeless, 2) == 'vouch-running')

  local text = table.concat(vim.fn.readfile('example.c'), '\n'):gsub('y != 2', 'y != 8')
  vim.fn.writefile(vim.split(text, '\n'), 'example.c')
  vim.cmd('checktime')
  wait_for('a buffer that is loaded again is verified', function() return sign_in(example, 3) == 'vouch-violated' end)

  vim.fn.mkdir('parts')
  vim.fn.writefile({ '#include <assert.h>', 'int half(int n) { int m = n / 2;', '  assert(m != 2);', '  return m;', '}' }, 'parts/half.c')
  vim.cmd('VouchWorkspace')
  wait_for('a file that nobody has opened is in the quickfix list', function()
    for _, item in ipairs(vim.fn.getqflist()) do
      if vim.fn.bufname(item.bufnr):find('parts/half.c', 1, true) and item.lnum == 3 then
        return true
      end
    end
  end)

  vim.cmd('cclose')
  vim.cmd('close')
  wait_for('what is seen no more is told', function() return #told[#told].visible == 1 end)
end)
