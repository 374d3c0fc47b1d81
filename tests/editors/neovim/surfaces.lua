-- Runs inside Neovim with the plugin folder: what the server says about a file, as the user gets to see it.

local checks = dofile(vim.env.VOUCH_TEST_FOLDER .. '/checks.lua')
local say, wait_for, check = checks.say, checks.wait_for, checks.check

-- The virtual text in a line (from 1), of all namespaces whose name has `part` in it.
local function virtual_text(buffer, line, part)
  local texts = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find(part, 1, true) then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, { line - 1, 0 }, { line - 1, -1 }, { details = true })) do
        for _, chunk in ipairs(mark[4].virt_text or {}) do
          table.insert(texts, chunk[1])
        end
      end
    end
  end
  return table.concat(texts)
end

-- The hints in a line: Neovim's own from 0.10 on, before that the plugin's virtual text.
local function hints_in(buffer, line)
  if not vim.lsp.inlay_hint then
    return virtual_text(buffer, line, 'vouch_hints')
  end
  local range = { start = { line = line - 1, character = 0 }, ['end'] = { line = line, character = 0 } }
  local labels = vim.tbl_map(function(one)
    local label = one.inlay_hint.label
    return type(label) == 'string' and label or label[1].value
  end, vim.lsp.inlay_hint.get({ bufnr = buffer, range = range }))
  return table.concat(labels, ' ')
end

local function sign_in(buffer, line)
  local sign = vim.fn.sign_getplaced(buffer, { group = 'vouch', lnum = line })[1].signs[1]
  return sign and sign.name
end

local function hover(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), 60000)
  local _, answer = next(answers or {})
  local contents = answer and answer.result and answer.result.contents
  return type(contents) == 'table' and contents.value or contents or ''
end

checks.run(function()
  vim.cmd('edit example.c')
  local buffer = vim.api.nvim_get_current_buf()

  wait_for('the function that can fail has its sign', function() return sign_in(buffer, 3) == 'vouch-violated' end)
  wait_for('its lenses say so', function() return virtual_text(buffer, 3, 'codelens'):find('can fail', 1, true) end)
  check('and offer to step through', virtual_text(buffer, 3, 'codelens'):find('step through', 1, true) ~= nil)
  wait_for('the values of the run stand at the line ends', function() return hints_in(buffer, 6):find('y = 8', 1, true) end)
  check('those of the input, too', hints_in(buffer, 4):find('x = 7', 1, true) ~= nil)

  local said = hover(3, 4)
  say(said)
  check('the hover on the function says what is known of it', said:find('main', 1, true) and said:find('can fail', 1, true))
  check('that on a variable, which value it has in the run', hover(7, 11):find('y = 8', 1, true) ~= nil)

  -- The lens starts a session in nvim-dap, whose part is played by a table.
  local runs = {}
  package.loaded.dap = { adapters = {}, configurations = {}, run = function(configuration) table.insert(runs, configuration) end }
  local trace = vim.diagnostic.get(buffer)[1].user_data.lsp.data.trace
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
    if lens.command.title == 'step through' then
      require('vouch.client').get().commands[lens.command.command](lens.command)
    end
  end
  check('running it steps through the trace of the violation', #runs == 1 and runs[1].trace == trace)
  vim.api.nvim_win_set_cursor(0, { 7, 0 })
  vim.cmd('VouchStepThrough')
  check(':VouchStepThrough does the same', #runs == 2 and runs[2].trace == trace)

  vim.cmd('VouchRun')
  wait_for(':VouchRun shows the run', function() return vim.bo.filetype == 'vouchrun' end)
  local run = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  say(run)
  check('with its steps and their values', run:find('x = 7', 1, true) ~= nil and run:find('1. ', 1, true) ~= nil)
  check('the failure is under the cursor', vim.fn.line('.') == vim.fn.line('$'))
  vim.cmd('normal! gg')
  local asked
  vim.ui.select = function(items, how, choose)
    asked = { prompt = how.prompt, text = how.format_item(items[1]) }
    choose(items[1])
  end
  vim.fn.search('y != 8 is false', 'w')
  local branch = vim.api.nvim_get_current_line()
  vim.api.nvim_feedkeys('K', 'xt', false)
  say(branch .. ' | ' .. vim.inspect(asked))
  check('K says why the branch went its way', asked ~= nil and asked.text:find('y = 8, written by step', 1, true) ~= nil)
  check('and goes to the step that wrote the value', vim.api.nvim_get_current_line():find('y = 8', 1, true) ~= nil and vim.api.nvim_get_current_line() ~= branch)
  vim.cmd('normal! gg')
  vim.cmd('normal! j')
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'xt', false)
  check('<CR> goes to the step', vim.api.nvim_get_current_buf() == buffer and vim.fn.line('.') == 4)
  vim.cmd('only')

  vim.api.nvim_win_set_cursor(0, { 7, 0 })
  vim.cmd('VouchRunTable')
  wait_for(':VouchRunTable shows a table', function() return vim.bo.filetype == 'vouchruntable' end)
  local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  say(shown)
  check('with the variables that decide', shown:find('line | x +| y +| what happens') ~= nil)
  check('a value that is new has a star', shown:find('| 7 %* | +| int x = __VERIFIER_nondet_int%(%)') ~= nil)
  check('then it has none', shown:find('| 7 +| +| x > 2 is true') ~= nil)
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'xt', false)
  check('<CR> goes to the step of a row', vim.api.nvim_get_current_buf() == buffer and vim.fn.line('.') == 4)
  vim.cmd('only')
  vim.api.nvim_win_set_cursor(0, { 7, 0 })
  vim.cmd('VouchRunTable y, nobody')
  wait_for('one can choose the variables', function()
    return vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:find('line | y +| nobody | what happens') ~= nil
  end)
  vim.cmd('only')
  vim.cmd('edit example.c')
  vim.cmd('only')

  local told = {}
  local notify = vim.notify
  vim.notify = function(text) table.insert(told, text) end
  local function is_told(words)
    return function() return table.concat(told, '\n'):find(words, 1, true) end
  end
  vim.api.nvim_win_set_cursor(0, { 6, 0 })
  vim.cmd('VouchProve x > 2 && x < 100')
  wait_for(':VouchProve proves what holds there', is_told('`x > 2 && x < 100` holds in front of line 6'))
  vim.cmd('VouchProve x != 5')
  wait_for('refutes what does not', is_told('`x != 5` can be false in front of line 6: x = 5'))
  wait_for('and shows the run', function() return vim.bo.filetype == 'vouchrun' end)
  check('with its values', table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n'):find('x = 5', 1, true) ~= nil)
  vim.cmd('only')
  vim.cmd('buffer ' .. buffer)
  vim.notify = notify

  vim.api.nvim_buf_set_text(buffer, 4, 8, 4, 9, { '<' })
  wait_for('after an edit the function is out of date', function() return sign_in(buffer, 3) == 'vouch-stale' end)
  vim.cmd('write')
  wait_for('fixed and saved, it is proved', function() return sign_in(buffer, 3) == 'vouch-proved' end)
  wait_for('no value of the run is left', function() return hints_in(buffer, 6) == '' end)
  wait_for('its lens says proved', function() return virtual_text(buffer, 3, 'codelens'):find('proved', 1, true) end)
  wait_for('the status line says so', function() return require('vouch').statusline() == 'proved' end)

  vim.cmd('VouchVerify')
  wait_for(':VouchVerify verifies again', function() return virtual_text(buffer, 3, 'codelens'):find('cached', 1, true) end)
end)
