-- The last `vouch/status` of each document: the one source for signs, status line and commands.
local M = {}

local statuses = {}

--- Takes a status over, unless a later generation of the document is known. Says whether it did.
function M.take(news)
  local known = statuses[news.uri]
  if known and known.generation and news.generation and known.generation > news.generation then
    return false
  end
  statuses[news.uri] = news
  return true
end

--- Forgets a document, or everything: a server that is gone knows nothing, and the next one counts from the start.
function M.forget(uri)
  if uri then
    statuses[uri] = nil
  else
    statuses = {}
  end
end

function M.of(uri) return statuses[uri] end

--- The function whose name stands in this line (from 0) or is the last one above it.
function M.function_at(uri, line)
  local found
  for _, candidate in ipairs((statuses[uri] or {}).functions or {}) do
    local start = candidate.range.start.line
    if start <= line and (not found or start >= found.range.start.line) then
      found = candidate
    end
  end
  return found
end

local words = {
  queued = 'queued',
  running = 'verifying…',
  stale = 'out of date',
  cancelled = 'cancelled',
  doesNotCompile = 'does not compile',
}
local states = { { 'violated', 'can fail' }, { 'assumed', 'accepted' }, { 'unknown', 'unknown' } }

-- `23 of 25 proved · 1 can fail`
local function counts(functions)
  if #functions == 0 then
    return 'unknown'
  end
  local count = {}
  for _, one in ipairs(functions) do
    count[one.state] = (count[one.state] or 0) + 1
  end
  local parts = { ('%d of %d proved'):format(count.proved or 0, #functions) }
  for _, state in ipairs(states) do
    if count[state[1]] then
      table.insert(parts, count[state[1]] .. ' ' .. state[2])
    end
  end
  return table.concat(parts, ' · ')
end

--- A few words on a document; empty if nothing is known of it.
function M.summary(uri)
  local known = statuses[uri]
  if not known then
    return ''
  end
  if known.state ~= 'finished' then
    return words[known.state] or 'unknown'
  end
  if known.verdict == 'safe' then
    return 'proved'
  end
  local summary = counts(known.functions or {})
  return known.verdict == 'unknown' and known.reason and summary .. ': ' .. known.reason or summary
end

--- The same for all documents together.
function M.summary_of_all()
  local functions, files = {}, 0
  for _, known in pairs(statuses) do
    files = files + 1
    vim.list_extend(functions, known.functions or {})
  end
  return ('%d files: %s'):format(files, counts(functions))
end

return M
