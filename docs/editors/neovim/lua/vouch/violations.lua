-- Vouch's diagnostics, as far as they have a trace.
local M = {}

local function item(step)
  local start = step.location.range.start
  return {
    filename = vim.uri_to_fname(step.location.uri),
    lnum = start.line + 1,
    col = start.character + 1,
    text = step.message,
  }
end

--- The violation in the cursor's line: `message`, `uri`, `trace` (its id, if the server gave one) and `steps`, which are
--- items of a location list. Of several, the last one that begins before the cursor, otherwise the first one.
function M.at_cursor()
  local position = vim.api.nvim_win_get_cursor(0)
  local chosen
  for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = position[1] - 1 })) do
    local lsp = (diagnostic.user_data or {}).lsp or {}
    if diagnostic.source == 'vouch' and lsp.relatedInformation then
      if not chosen or diagnostic.col <= position[2] then
        chosen = {
          message = diagnostic.message,
          uri = vim.uri_from_bufnr(0),
          trace = type(lsp.data) == 'table' and lsp.data.trace or nil,
          steps = vim.tbl_map(item, lsp.relatedInformation),
        }
      end
    end
  end
  return chosen
end

return M
