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
    places[#lines] = { uri = node.uri, range = node.range, leads = node.kind == 'violation' }
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

--- Shows the answer to `vouch/run`. <CR> goes to the step; folds are closed but for what leads to the failure.
function M.show(run)
  local lines, places = { run.message }, {}
  add(run.nodes, 0, lines, places)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  for option, value in pairs({ buftype = 'nofile', bufhidden = 'wipe', swapfile = false, modifiable = false, filetype = 'vouchrun' }) do
    vim.bo[buffer][option] = value
  end
  for option, value in pairs({ foldmethod = 'expr', foldexpr = 'strlen(matchstr(getline(v:lnum + 1),"^ *"))/2 > strlen(matchstr(getline(v:lnum),"^ *"))/2 ? ">" . (strlen(matchstr(getline(v:lnum + 1),"^ *"))/2) : strlen(matchstr(getline(v:lnum),"^ *"))/2', foldlevel = 0 }) do
    vim.wo[option] = value
  end
  for line = 1, #lines do
    if places[line] and places[line].leads then
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      vim.cmd('normal! zv')
    end
  end
  vim.keymap.set('n', '<CR>', function() go_to_step(places) end, { buffer = buffer, desc = 'Go to the step' })
end

return M
