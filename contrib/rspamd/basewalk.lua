-- /etc/rspamd/basewalk.lua: symbols for the marks of `basewalk milter --mark` and `basewalk rewrite --mark`.
-- /etc/rspamd/rspamd.local.lua reads it:
--
--     dofile(rspamd_paths["LOCAL_CONFDIR"] .. "/basewalk.lua")
--
-- and the scores stand in groups.conf beside this file, for /etc/rspamd/local.d/groups.conf.
--
-- basewalk has to stand before rspamd: it takes out the marks that came with a message, and makes its
-- own (docs/order.md).  No symbol lowers a score, so that nobody gains by a mark that he writes
-- himself where basewalk is missing.

local verdicts = { clear = "BASEWALK_CLEAR", differs = "BASEWALK_DIFFERS", unread = "BASEWALK_UNREAD" }

-- The flags of docs/flags.md; one that only a later basewalk knows is passed over.
local flags = {
  "backslash", "base-split", "control-removed", "encoded-control", "host-differs", "invalid-syntax",
  "mixed-script-host", "not-ascii-host", "numeric-host", "password-in-url", "port-not-default", "port-reserved",
  "scheme-assumed", "text-differs", "unterminated", "url-omitted", "userinfo", "wrapped",
}
local others = {
  "BASEWALK_OTHER_LINKS", "BASEWALK_ENCRYPTED", "BASEWALK_DAMAGED", "BASEWALK_LIMIT", "BASEWALK_SETTLED",
  "BASEWALK_NO_LINKS", "BASEWALK_MANY_LINKS", "BASEWALK_ABSENT", "BASEWALK_FORGED",
}

local function symbol_of(flag)
  return "BASEWALK_" .. flag:upper():gsub("-", "_")
end

-- The value of a field that stands there once; false where it stands there twice, nil where it does not.
local function only(task, name)
  local found = task:get_header_full(name)
  if not found or #found == 0 then
    return nil
  end
  return #found == 1 and found[1].value
end

-- "clear" of "clear; settled charset 1".
local function word_of(verdict)
  return (verdict .. ";"):match("^(%l+);")
end

local function check_verdict(task, verdict)
  task:insert_result(verdicts[word_of(verdict)], 1.0, verdict)
  if verdict:find("; links of ", 1, true) then
    task:insert_result("BASEWALK_OTHER_LINKS", 1.0)
  end
  if verdict:find("; settled ", 1, true) then
    task:insert_result("BASEWALK_SETTLED", 1.0)
  end
  local unread = verdict:match("; not read ([^;]*)") or "" -- "no-opener 1, limit-links 2"
  for reason in unread:gmatch("(%l[%l-]*) %d") do
    if reason == "encrypted" or reason == "damaged" then
      task:insert_result("BASEWALK_" .. reason:upper(), 1.0)
    elseif reason:sub(1, 6) == "limit-" then
      task:insert_result("BASEWALK_LIMIT", 1.0, reason)
    end
  end
end

local function check_flags(task, value)
  local list = " " .. value .. ","
  for _, flag in ipairs(flags) do
    if list:find(" " .. flag .. ",", 1, true) then
      task:insert_result(symbol_of(flag), 1.0)
    end
  end
end

local function check(task)
  local verdict, links = only(task, "X-Basewalk-Verdict"), only(task, "X-Basewalk-Links")
  local flag_list, bases = only(task, "X-Basewalk-Flags"), only(task, "X-Basewalk-Bases")
  if verdict == nil and links == nil and flag_list == nil and bases == nil then
    task:insert_result("BASEWALK_ABSENT", 1.0)
    return
  end
  -- The verdict stands alone where a message was too large.
  if verdict == "unread; not read limit-message-bytes 1" and links == nil and flag_list == nil and bases == nil then
    check_verdict(task, verdict)
    return
  end
  -- basewalk writes each of its four marks once.
  local whole = verdict and links and flag_list and bases
    and verdicts[word_of(verdict) or ""] and links:match("^%d+$") and flag_list:match("^[a-z, -]+$")
  if not whole then
    task:insert_result("BASEWALK_FORGED", 1.0)
    return
  end
  check_verdict(task, verdict)
  check_flags(task, flag_list)
  if links == "0" then
    task:insert_result("BASEWALK_NO_LINKS", 1.0)
  elseif #links >= 4 then
    task:insert_result("BASEWALK_MANY_LINKS", 1.0, links)
  end
end

local parent = rspamd_config:register_symbol({ name = "BASEWALK", type = "callback", callback = check, flags = "empty" })
local function register(name)
  rspamd_config:register_symbol({ name = name, type = "virtual", parent = parent })
end
for _, name in pairs(verdicts) do
  register(name)
end
for _, flag in ipairs(flags) do
  register(symbol_of(flag))
end
for _, name in ipairs(others) do
  register(name)
end
