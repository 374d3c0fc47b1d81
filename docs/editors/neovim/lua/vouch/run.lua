-- The run of a violation as a buffer: a line for each step, folds for calls and rounds of loops.
local M = {}

-- The lines of `nodes` at the end of `lines`; `places` gets where each of them happens.
local function add(nodes, depth, lines, places)
  for _, node in ipairs(nodes) do
    local values = {}
    for _, one in ipairs(node.values) do
      table.insert(values, one.name .. ' = ' .. one.value)
    end
    local number = node.kind == 'rounds' and '' or node.step .. '. '
    local text = ('  '):rep(depth) .. number .. node.text .. (#values > 0 and '    ' .. table.concat(values, ', ') or '')
    table.insert(lines, (text:gsub('\n', ' ')))
    places[#lines] = {
      uri = node.uri, range = node.range, leads = node.kind == 'violation', text = number .. node.text, because = node.because,
      step = node.kind ~= 'rounds' and node.step or nil,
    }
    add(node.children, depth + 1, lines, places)
  end
end

local function go_to_step(places)
  local place = places[vim.fn.line('.')]
  if place then
    vim.cmd('wincmd p')
    local target = vim.uri_to_bufnr(place.uri)
    vim.fn.bufload(target)
    vim.api.nvim_win_set_buf(0, target)
    vim.api.nvim_win_set_cursor(0, { place.range.start.line + 1, place.range.start.character })
  end
end

-- The line of the step with this number.
local function line_of(step, places)
  for line, place in pairs(places) do
    if place.step == step then
      return line
    end
  end
end

-- Says why the branch in the cursor's line did not go the other way; what is chosen leads to the step that wrote it.
local function say_why(places)
  local place = places[vim.fn.line('.')]
  if not place or not place.because or #place.because == 0 then
    return vim.notify('Vouch: put the cursor on a branch that reads something')
  end
  vim.ui.select(place.because, { prompt = place.text .. ', because', format_item = function(one) return one.text end }, function(chosen)
    local line = chosen and chosen.step and line_of(chosen.step, places)
    if line then
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      vim.cmd('normal! zv')
    end
  end)
end

-- A window of its own with `lines` that cannot be edited; its buffer.
local function show_lines(lines, filetype)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  for option, value in pairs({ buftype = 'nofile', bufhidden = 'wipe', swapfile = false, modifiable = false, filetype = filetype }) do
    vim.bo[buffer][option] = value
  end
  return buffer
end

--- Shows the answer to `vouch/run`. <CR> goes to the step, K says why a branch went its way; folds are closed but for what leads to the failure.
function M.show(run)
  local lines, places = { run.message }, {}
  add(run.nodes, 0, lines, places)
  local buffer = show_lines(lines, 'vouchrun')
  for option, value in pairs({ foldmethod = 'expr', foldexpr = 'strlen(matchstr(getline(v:lnum + 1),"^ *"))/2 > strlen(matchstr(getline(v:lnum),"^ *"))/2 ? ">" . (strlen(matchstr(getline(v:lnum + 1),"^ *"))/2) : strlen(matchstr(getline(v:lnum),"^ *"))/2', foldlevel = 0 }) do
    vim.wo[option] = value
  end
  for line = 1, #lines do
    if places[line] and places[line].leads then
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      vim.cmd('normal! zv')
    end
  end
  vim.keymap.set('n', 'K', function() say_why(places) end, { buffer = buffer, desc = 'Why did the branch not go the other way?' })
  vim.keymap.set('n', '<CR>', function() go_to_step(places) end, { buffer = buffer, desc = 'Go to the step' })
end

-- The cells of a row of `vouch/runTable` as text.
local function texts_of(row)
  local number = row.kind == 'rounds' and '…' or tostring(row.step)
  local texts = { number, row['function'], tostring(row.range.start.line + 1) }
  for _, cell in ipairs(row.cells) do
    table.insert(texts, cell ~= vim.NIL and cell.value .. (cell.changed and ' *' or '') or '')
  end
  table.insert(texts, (row.text:gsub('%s+', ' ')))
  return texts
end

--- Shows the answer to `vouch/runTable`, what has changed with a star. <CR> goes to the step.
function M.show_table(answer)
  local rows = { vim.list_extend(vim.list_extend({ 'step', 'in', 'line' }, answer.columns), { 'what happens' }) }
  local places = {}
  for _, row in ipairs(answer.rows) do
    table.insert(rows, texts_of(row))
    places[#rows + 1] = { uri = row.uri, range = row.range }
  end
  local widths = {}
  for _, row in ipairs(rows) do
    for column, text in ipairs(row) do
      widths[column] = math.max(widths[column] or 0, vim.fn.strdisplaywidth(text))
    end
  end
  local lines = { (answer.message:gsub('\n', ' ')) }
  for _, row in ipairs(rows) do
    local cells = {}
    for column, text in ipairs(row) do
      table.insert(cells, text .. (' '):rep(widths[column] - vim.fn.strdisplaywidth(text)))
    end
    table.insert(lines, table.concat(cells, ' | '))
  end
  local buffer = show_lines(lines, 'vouchruntable')
  vim.wo.wrap = false
  vim.keymap.set('n', '<CR>', function() go_to_step(places) end, { buffer = buffer, desc = 'Go to the step' })
end

return M
