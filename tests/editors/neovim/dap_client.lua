-- A client of the debug adapter protocol over Neovim's event loop. It does with an adapter and a configuration what nvim-dap does with
-- them: starts the program, sends requests, waits for answers and events. Stands in for nvim-dap, which Debian does not have.
local M = {}
M.__index = M

local limit = 60000 -- milliseconds

local function encode(message)
  local body = vim.json.encode(message)
  return ('Content-Length: %d\r\n\r\n%s'):format(#body, body)
end

--- Starts the adapter: `{ type = 'executable', command = ..., args = { ... } }`.
function M.start(adapter)
  assert(adapter.type == 'executable')
  local self = setmetatable({ answers = {}, events = {}, sequence = 0, rest = '' }, M)
  self.input, self.output = vim.loop.new_pipe(false), vim.loop.new_pipe(false)
  self.process = assert(vim.loop.spawn(adapter.command, { args = adapter.args, stdio = { self.input, self.output, nil } }, function(code)
    self.status = code
  end))
  self.output:read_start(function(problem, data)
    assert(not problem, problem)
    if data then
      self.rest = self.rest .. data
      self:read()
    end
  end)
  return self
end

function M:read()
  while true do
    local header_end = select(2, self.rest:find('\r\n\r\n', 1, true))
    local length = header_end and tonumber(self.rest:match('^Content%-Length: (%d+)\r\n'))
    if not length or #self.rest < header_end + length then
      return
    end
    local message = vim.json.decode(self.rest:sub(header_end + 1, header_end + length))
    self.rest = self.rest:sub(header_end + length + 1)
    if message.type == 'response' then
      self.answers[message.request_seq] = message
    else
      table.insert(self.events, message)
    end
  end
end

--- Sends a request and gives its number, for `answer`.
function M:send(command, arguments)
  self.sequence = self.sequence + 1
  self.input:write(encode({ seq = self.sequence, type = 'request', command = command, arguments = arguments or vim.empty_dict() }))
  return self.sequence
end

--- The body of the answer. A failure is an error.
function M:answer(sequence)
  assert(vim.wait(limit, function() return self.answers[sequence] ~= nil end, 5), 'no answer')
  local answer = self.answers[sequence]
  assert(answer.success, answer.command .. ': ' .. tostring(answer.message))
  return answer.body or {}
end

function M:request(command, arguments) return self:answer(self:send(command, arguments)) end

--- The body of the next event with this name.
function M:event(name)
  local function find()
    for index, event in ipairs(self.events) do
      if event.event == name then
        return index
      end
    end
  end
  assert(vim.wait(limit, function() return find() ~= nil end, 5), 'no event ' .. name)
  return table.remove(self.events, find()).body or {}
end

--- The status with which the adapter has ended.
function M:exit_status()
  assert(vim.wait(limit, function() return self.status ~= nil end, 5), 'the adapter does not end')
  return self.status
end

return M
