-- Sends what load/requests.ts describes. The file that it is given has it as a Lua table.
local threads = {}
local plan, sender, count, reserved, turn, key
odd = 0

function setup(thread)
  table.insert(threads, thread)
  thread:set('number', #threads)
end

function init(args)
  plan = dofile(args[1])
  math.randomseed(number * 7919 + os.time())
  sender = 'w' .. number .. '-' .. os.time() .. '-' .. math.random(1e9) .. '-'
  count, reserved, turn = 0, 0, 0
  -- Reading answers costs the machine that is measured, so it is done only where a status does not tell.
  if #plan.refusals > 0 then
    function response(status, headers, body)
      if status > 299 then return end
      for _, text in ipairs(plan.refusals) do
        if body:find(text, 1, true) then odd = odd + 1 return end
      end
    end
  end
end

local function referenceOf(nth)
  key = plan.keys[nth % #plan.keys + 1]
  return sender .. 'r' .. nth
end

local words = {
  sku = function() return math.random(plan.skus) - 1 end,
  qty = function() return math.random(plan.qty) end,
  unique = function() count = count + 1 return sender .. count end,
  reserve = function() reserved = reserved + 1 return referenceOf(reserved) end,
  release = function() return referenceOf(math.max(0, reserved - plan.lag)) end,
}

local function fill(parts)
  local filled = {}
  for place, part in ipairs(parts) do filled[place] = place % 2 == 1 and part or words[part]() end
  return table.concat(filled)
end

function request()
  turn = turn % #plan.requests + 1
  local form = plan.requests[turn]
  key = plan.keys[math.random(#plan.keys)]
  local path, body = fill(form.path), form.body and fill(form.body)
  local headers = { ['Authorization'] = 'Bearer ' .. key }
  if body then headers['Content-Type'] = 'application/json' end
  if form.isKeyed then headers['Idempotency-Key'] = words.unique() end
  return wrk.format(form.method, path, headers, body)
end

function done(summary, latency)
  local wrong = 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get('odd') end
  for _, errors in pairs(summary.errors) do wrong = wrong + errors end
  io.write(string.format('RESULT %d %d %d %d %d\n', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), wrong))
end
