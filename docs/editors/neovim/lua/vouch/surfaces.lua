-- What is drawn into buffers besides diagnostics: signs from `vouch/status`, code lenses, hints at line ends.
local client = require('vouch.client')

local M = {}

local options = {}
local sign_group = 'vouch'
local hints = vim.api.nvim_create_namespace('vouch_hints')

-- The sign of each state, and how much attention it needs: of two functions in one line the greater one is shown.
local looks = {
  proved = { text = '✓', highlight = 'VouchProved', priority = 1 },
  assumed = { text = '~', highlight = 'VouchAssumed', priority = 2 },
  stale = { text = '○', highlight = 'VouchStale', priority = 3 },
  unknown = { text = '?', highlight = 'VouchUnknown', priority = 4 },
  queued = { text = '…', highlight = 'VouchStale', priority = 5 },
  running = { text = '↻', highlight = 'VouchRunning', priority = 6 },
  violated = { text = '✗', highlight = 'VouchViolated', priority = 7 },
}

local highlights = {
  VouchProved = 'DiagnosticHint',
  VouchAssumed = 'DiagnosticInfo',
  VouchStale = 'Comment',
  VouchUnknown = 'DiagnosticWarn',
  VouchRunning = 'DiagnosticInfo',
  VouchViolated = 'DiagnosticError',
  VouchHint = 'Comment',
}

function M.setup(given)
  options = given
  for group, default in pairs(highlights) do
    vim.api.nvim_set_hl(0, group, { link = default, default = true })
  end
  for state, look in pairs(looks) do
    vim.fn.sign_define('vouch-' .. state, { text = look.text, texthl = look.highlight })
  end
end

local function buffer_of(uri)
  local buffer = vim.uri_to_bufnr(uri)
  return vim.api.nvim_buf_is_loaded(buffer) and buffer or nil
end

local function draw_signs(buffer, status)
  vim.fn.sign_unplace(sign_group, { buffer = buffer })
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  for _, one in ipairs(status.functions or {}) do
    local look = looks[one.state]
    local line = one.range.start.line
    if look and line <= last then
      vim.fn.sign_place(0, sign_group, 'vouch-' .. one.state, buffer, { lnum = line + 1, priority = 20 + look.priority })
    end
  end
end

local function refresh_lenses(buffer)
  local lens = vim.lsp.codelens
  if lens.enable then
    lens.enable(true, { bufnr = buffer })
  else
    vim.api.nvim_buf_call(buffer, lens.refresh)
  end
end

local function text_of(hint)
  if type(hint.label) == 'string' then
    return hint.label
  end
  return table.concat(vim.tbl_map(function(part) return part.value end, hint.label))
end

-- Neovim has inlay hints since 0.10. Before, they stand at the ends of their lines.
local function refresh_hints(buffer)
  if vim.lsp.inlay_hint then
    return vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } }
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, range = whole }
  client.request('textDocument/inlayHint', params, function(answer)
    if not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    vim.api.nvim_buf_clear_namespace(buffer, hints, 0, -1)
    local by_line = {}
    for _, hint in ipairs(answer or {}) do
      local line = hint.position.line
      by_line[line] = by_line[line] and by_line[line] .. '  ' .. text_of(hint) or text_of(hint)
    end
    for line, text in pairs(by_line) do
      if line < vim.api.nvim_buf_line_count(buffer) then
        vim.api.nvim_buf_set_extmark(buffer, hints, line, 0, { virt_text = { { '  ' .. text, 'VouchHint' } } })
      end
    end
  end, buffer)
end

--- Draws what has become known of a document.
function M.show(status)
  local buffer = buffer_of(status.uri)
  if not buffer then
    return
  end
  if options.signs then
    draw_signs(buffer, status)
  end
  local server = client.get()
  local capabilities = server and server.server_capabilities or {}
  if options.lenses and capabilities.codeLensProvider then
    refresh_lenses(buffer)
  end
  if options.hints and capabilities.inlayHintProvider then
    refresh_hints(buffer)
  end
end

--- Wipes everything: the server is gone.
function M.clear_all()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      vim.fn.sign_unplace(sign_group, { buffer = buffer })
      vim.api.nvim_buf_clear_namespace(buffer, hints, 0, -1)
    end
  end
end

return M
