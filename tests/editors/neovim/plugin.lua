-- Runs inside Neovim with the plugin folder: what it adds to a bare language client.

local checks = dofile(vim.env.VOUCH_TEST_FOLDER .. '/checks.lua')
local wait_for, check = checks.wait_for, checks.check

-- The state that the sign in each line stands for.
local function signs(buffer)
  local found = {}
  for _, sign in ipairs(vim.fn.sign_getplaced(buffer, { group = 'vouch' })[1].signs) do
    found[sign.lnum] = sign.name:gsub('^vouch%-', '')
  end
  return found
end

local function name_range(line) return { start = { line = line, character = 4 }, ['end'] = { line = line, character = 8 } } end

-- A stand-in for nvim-dap, as far as the plugin uses it.
local function stub_of_dap()
  local stub = { adapters = {}, configurations = {}, runs = {} }
  stub.run = function(configuration) table.insert(stub.runs, configuration) end
  package.loaded.dap = stub
  return stub
end

local function test_status(buffer)
  local status = require('vouch.status')
  local uri = vim.uri_from_bufnr(buffer)
  local client = require('vouch.client').get()
  local function hear(news) client.handlers['vouch/status'](nil, vim.tbl_extend('force', { uri = uri, version = 1 }, news)) end

  hear({ generation = 1000, state = 'finished', verdict = 'violated', functions = { { name = 'main', range = name_range(2), state = 'violated' } } })
  check('a function that can fail has its sign', signs(buffer)[3] == 'violated')
  check('the status line says so', require('vouch').statusline() == '0 of 1 proved · 1 can fail')
  hear({ generation = 999, state = 'finished', verdict = 'safe', functions = { { name = 'main', range = name_range(2), state = 'proved' } } })
  check('a status of an earlier generation is dropped', signs(buffer)[3] == 'violated' and require('vouch').statusline() == '0 of 1 proved · 1 can fail')
  hear({ generation = 1001, state = 'stale', verdict = 'violated', functions = { { name = 'main', range = name_range(2), state = 'stale' } } })
  check('a later one replaces the sign', signs(buffer)[3] == 'stale' and require('vouch').statusline() == 'out of date')
  hear({ generation = 1002, state = 'finished', verdict = 'unknown', reason = 'timeout', functions = {} })
  check('signs vanish with their functions', next(signs(buffer)) == nil)
  check('unknown says why', require('vouch').statusline() == 'unknown: timeout')
  hear({ generation = 1003, state = 'finished', functions = { { name = 'f', range = name_range(9), state = 'proved' }, { name = 'g', range = name_range(2), state = 'proved' } } })
  check('the function at a line is the last one above it', status.function_at(uri, 5).name == 'g' and status.function_at(uri, 9).name == 'f')
  check('above the first function there is none', status.function_at(uri, 1) == nil)
  hear({ generation = 1004, state = 'finished', functions = { { name = 'f', range = name_range(2), state = 'violated' }, { name = 'g', range = name_range(2), state = 'proved' } } })
  check('of two functions in one line the one that can fail shows', vim.fn.sign_getplaced(buffer, { group = 'vouch' })[1].signs[1].name == 'vouch-violated')
  hear({ generation = 1005, state = 'finished', functions = { { name = 'f', range = name_range(9), state = 'proved' }, { name = 'g', range = name_range(10), state = 'proved' } } })
  check('a place behind the end of the buffer is left out', vim.deep_equal(signs(buffer), { [10] = 'proved' }))
  status.forget()
end

local function test_dap()
  local dap = require('vouch.dap')
  check('without nvim-dap nothing is registered', dap.register('vouch') == false and dap.run('00') == false)
  local stub = stub_of_dap()
  stub.configurations.c = { { type = 'other' } }
  check('with nvim-dap the adapter is registered', dap.register('vouch') and vim.deep_equal(stub.adapters.vouch, { type = 'executable', command = 'vouch', args = { 'dap' } }))
  dap.register('vouch')
  check('the configurations of others stay, and registering twice adds one', #stub.configurations.c == 2 and stub.configurations.c[2].report ~= nil)
  require('vouch').step_through('00112233445566aa')
  check('stepping through runs the trace', #stub.runs == 1 and stub.runs[1].trace == '00112233445566aa' and stub.runs[1].type == 'vouch' and stub.runs[1].request == 'launch')
  package.loaded.dap = nil
end

local function test_death(buffer)
  local client = require('vouch.client')
  local first = client.get()
  local id
  for _, name in ipairs(vim.fn.readdir('/proc', function(entry) return entry:match('^%d+$') and 1 or 0 end)) do
    local parent = vim.fn.filereadable('/proc/' .. name .. '/stat') == 1 and (vim.fn.readfile('/proc/' .. name .. '/stat')[1] or ''):match('%) %S (%d+)')
    if tonumber(parent) == vim.fn.getpid() then
      id = tonumber(name)
    end
  end
  check('the server is a child of Neovim', id ~= nil)
  vim.loop.kill(id, 'sigkill')
  wait_for('a server that was killed is replaced', function() return client.get() and client.get().id ~= first.id end)
  wait_for('the diagnostics come back', function()
    local shown = vim.diagnostic.get(buffer)
    return #shown == 1 and shown[1].namespace == vim.lsp.diagnostic.get_namespace(client.get().id)
  end)
  client.restart()
  wait_for(':VouchRestart starts another one', function()
    local shown = vim.diagnostic.get(buffer)
    return #shown == 1 and shown[1].namespace == vim.lsp.diagnostic.get_namespace(client.get().id)
  end)
end

-- In a copy: the tags are written beside the help.
local function test_help()
  local folder = vim.fn.tempname() .. '/doc'
  vim.fn.mkdir(folder, 'p')
  vim.fn.writefile(vim.fn.readfile(vim.api.nvim_get_runtime_file('doc/vouch.txt', false)[1]), folder .. '/vouch.txt')
  vim.cmd('helptags ' .. folder)
  local tags = table.concat(vim.fn.readfile(folder .. '/tags'), '\n')
  for _, tag in ipairs({ 'vouch.txt', 'vouch-setup', ':VouchTrace', ':VouchStepThrough' }) do
    check('the help has ' .. tag, tags:find(tag .. '\t', 1, true) ~= nil)
  end
end

checks.run(function()
  vim.cmd('edit example.c')
  local buffer = vim.api.nvim_get_current_buf()
  for _, name in ipairs({ 'Verify', 'Cancel', 'Trace', 'StepThrough', 'MakeTest', 'MoreTime', 'Status', 'Restart' }) do
    check(':Vouch' .. name .. ' exists', vim.fn.exists(':Vouch' .. name) == 2)
  end
  wait_for('a diagnostic appears', function() return #vim.diagnostic.get(buffer) == 1 end)
  wait_for('the status line says how the file stands', function() return require('vouch').statusline() == '0 of 1 proved · 1 can fail' end)
  test_status(buffer)
  test_dap()
  test_death(buffer)
  test_help()
end)
