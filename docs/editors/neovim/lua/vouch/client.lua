-- `vouch lsp` as a child of Neovim: started, attached to buffers, started again when it dies. For Neovim 0.7 and newer.
local status = require('vouch.status')

local M = {}

local options, events
local id -- of the client that runs, or nil
local deaths = {} -- times in seconds
local workspace_listener -- gets `vouch/workspace`
local told -- what the server knows of the windows

-- How often a server may die before it is left alone.
local most_deaths, within_seconds = 4, 180

local function is_wanted(buffer)
  local filetype = vim.bo[buffer].filetype
  local name = vim.api.nvim_buf_get_name(buffer)
  -- Headers belong to C++ for Neovim, whatever includes them; their unsaved text counts.
  return name ~= '' and vim.bo[buffer].buftype == '' and (filetype == 'c' or (filetype == 'cpp' and name:match('%.h$') ~= nil))
end

local function attach_all()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      M.attach(buffer)
    end
  end
end

local function may_start_again()
  local now = vim.loop.hrtime() / 1e9
  deaths = vim.tbl_filter(function(time) return now - time < within_seconds end, deaths)
  table.insert(deaths, now)
  return #deaths <= most_deaths
end

local function on_exit(code, signal, exited)
  vim.schedule(function()
    -- What was on its way when the server stopped has been shown after Neovim had cleared the rest.
    vim.diagnostic.reset(vim.lsp.diagnostic.get_namespace(exited))
    if exited ~= id then
      return -- a server that was stopped on purpose
    end
    id = nil
    status.forget()
    events.on_exit()
    if vim.v.exiting ~= vim.NIL then
      return
    end
    if may_start_again() then
      attach_all()
    else
      vim.notify(('Vouch: the server died too often (status %d, signal %d); :VouchRestart starts it'):format(code, signal),
        vim.log.levels.ERROR)
    end
  end)
end

-- What the windows of this tab page show, as the params of `vouch/focus`. Lines count from 0 there.
local function focus()
  local visible = {}
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if is_wanted(buffer) then
      local first, last = vim.fn.line('w0', window), vim.fn.line('w$', window)
      table.insert(visible, {
        uri = vim.uri_from_bufnr(buffer),
        range = { start = { line = first - 1, character = 0 }, ['end'] = { line = last, character = 0 } },
      })
    end
  end
  local current = vim.api.nvim_get_current_buf()
  return {
    active = is_wanted(current) and vim.uri_from_bufnr(current) or nil,
    visible = #visible > 0 and visible or nil, -- an empty table would be an object in JSON
  }
end

local function configuration()
  local folder = vim.fn.getcwd()
  return {
    name = 'vouch',
    cmd = options.cmd,
    root_dir = folder,
    init_options = vim.tbl_extend('force', options.settings, { stepThrough = true, focus = focus() }),
    -- Newer versions of Neovim make an array of an empty table.
    settings = { vouch = next(options.settings) and options.settings or vim.empty_dict() },
    handlers = {
      ['vouch/workspace'] = function(_, news)
        if workspace_listener then
          workspace_listener(news)
        end
      end,
      ['vouch/status'] = function(_, news)
        if status.take(news) then
          events.on_status(news)
        end
      end,
    },
    commands = {
      ['vouch.stepThrough'] = function(command) events.step_through(command.arguments[1].trace) end,
      ['vouch.prove'] = function(command) events.prove(command.arguments[1]) end,
    },
    on_exit = on_exit,
  }
end

local function start(buffer)
  if vim.fn.has('nvim-0.8') == 1 then
    return vim.lsp.start(configuration(), { bufnr = buffer, reuse_client = function() return false end })
  end
  return vim.lsp.start_client(configuration())
end

function M.setup(given_options, given_events)
  options, events = given_options, given_events
end

--- The client, once it has been initialized.
function M.get() return id and vim.lsp.get_client_by_id(id) end

--- Attaches the buffer to the server if it is one for it, and starts the server for the first one.
function M.attach(buffer)
  if not is_wanted(buffer) then
    return
  end
  if id == nil then
    if vim.fn.executable(options.cmd[1]) ~= 1 then
      vim.notify_once('Vouch: there is no program ' .. options.cmd[1], vim.log.levels.WARN)
      return
    end
    id = start(buffer)
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- From now on `listener` gets what the server says of the workspace's verification.
function M.on_workspace(listener) workspace_listener = listener end

--- Tells the server what is seen now, if it is not what it was told last.
function M.tell_focus()
  local client, now = M.get(), focus()
  if client and client.initialized and not vim.deep_equal(now, told) then
    told = now
    if vim.fn.has('nvim-0.11') == 1 then
      client:notify('vouch/focus', now)
    else
      client.notify('vouch/focus', now)
    end
  end
end

--- Sends a request to this server and no other; `handler` gets the result, or nil after an error, which is shown.
function M.request(method, params, handler, buffer)
  local client = M.get()
  if not client then
    return vim.notify('Vouch: the server is not running', vim.log.levels.WARN)
  end
  local function answered(problem, result)
    if problem and problem.code ~= -32801 then -- the document has changed meanwhile
      vim.notify('Vouch: ' .. tostring(problem.message), vim.log.levels.WARN)
    end
    if handler then
      handler(not problem and result or nil)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, answered, buffer or 0)
  else
    client.request(method, params, answered, buffer or 0)
  end
end

--- Runs a command of the server.
function M.execute(command, ...) M.request('workspace/executeCommand', { command = command, arguments = { ... } }) end

--- Stops the server and starts another one for the same buffers.
function M.restart()
  local old = M.get()
  id = nil
  deaths = {}
  status.forget()
  events.on_exit()
  if old then
    vim.lsp.stop_client(old.id)
  end
  attach_all()
end

return M
