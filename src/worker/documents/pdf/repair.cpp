// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/repair.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <map>
#include <new>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "worker/documents/pdf/stream.h"

namespace basewalk::worker::pdf {
namespace {

using ascii::is_digit;
using ascii::is_space;

// The object that `at` lies in, if it begins near.
std::string_view object_around(std::string_view file, std::size_t at) {
  const std::size_t begin = at - std::min<std::size_t>(at, 4096);
  std::string_view before = file.substr(begin, at - begin);
  while (true) {
    const std::size_t found = before.rfind("obj");
    if (found == before.npos) return {};
    before = before.substr(0, found);
    if (!before.ends_with("end")) return number_before(before, before.size());
  }
}

// "/Root 1 0 R", wherever it stands last.
std::string entry_in(std::string_view file, std::string_view key) {
  const std::size_t found = file.rfind(key);
  if (found == file.npos) return {};
  const std::size_t end = file.find('R', found + key.size());
  if (end == file.npos || end - found > 40) return {};
  return std::string(file.substr(found, end + 1 - found));
}

std::string id_in(std::string_view file) {
  const std::size_t found = file.rfind("/ID");
  if (found == file.npos) return {};
  const std::size_t end = file.find(']', found);
  if (end == file.npos || end - found > 200) return {};
  return std::string(file.substr(found, end + 1 - found));
}

std::string catalog_of(std::string_view file) {
  for (std::size_t at = file.rfind("/Catalog"); at != file.npos && at > 0;
       at = file.rfind("/Catalog", at - 1)) {
    const std::string_view object = object_around(file, at);
    if (!object.empty()) return std::string("/Root ").append(object).append(" R");
  }
  std::string root = entry_in(file, "/Root");
  return root.empty() ? "/Root 1 0 R" : root;
}

struct Place {
  int id = 0;
  std::uint64_t at = 0;
};

// 7.5.7: pairs of numbers and places.
std::vector<Place> places_in(std::string_view head) {
  std::vector<Place> places;
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; at < head.size();) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(head.data() + at, head.data() + head.size(), number);
    if (error == std::errc()) numbers.push_back(number);
    const auto read = static_cast<std::size_t>(end - (head.data() + at));
    at += read == 0 ? 1 : read;
  }
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    if (numbers[i] > 0 && numbers[i] < 0x7FFFFFFF)
      places.push_back({static_cast<int>(numbers[i]), numbers[i + 1]});
  return places;
}

}  // namespace

std::string_view number_before(std::string_view file, std::size_t end) {
  std::size_t at = end;
  for (int numbers = 0; numbers < 2; ++numbers) {
    while (at > 0 && is_space(file[at - 1])) --at;
    const std::size_t digits = at;
    while (at > 0 && is_digit(file[at - 1])) --at;
    if (at == digits) return {};
  }
  return ascii::trim(file.substr(at, end - at));
}

// Viewers do not ask what it calls itself.
bool is_stream_of_objects(QPDFObjectHandle object) {
  if (!object.isStream()) return false;
  QPDFObjectHandle dictionary = object.getDict();
  return name_in(dictionary.getKey("/Type")) == "ObjStm" ||
         (dictionary.getKey("/N").isInteger() && dictionary.getKey("/First").isInteger());
}

std::string with_trailer(std::string_view file) {
  if (file.find("obj") == file.npos) return {};
  std::string whole(file);
  whole.append("\ntrailer\n<< ").append(catalog_of(file));
  const std::string encrypt = entry_in(file, "/Encrypt");
  if (!encrypt.empty()) whole.append(" ").append(encrypt).append(" ").append(id_in(file));
  whole.append(" >>\nstartxref\n0\n%%EOF\n");
  return whole;
}

std::vector<Compressed> objects_in(QPDF& pdf, Session& session, QPDFObjectHandle stream,
                                   const std::function<bool(int id, int index)>& is_wanted) {
  std::vector<Compressed> found;
  QPDFObjectHandle first = stream.getDict().getKey("/First");
  if (!first.isInteger() || first.getIntValue() < 0) return found;
  const std::string bytes = bytes_of(session, stream);
  const std::size_t begin = text::capped(static_cast<std::uint64_t>(first.getIntValue()));
  if (begin > bytes.size()) return found;
  const std::vector<Place> places = places_in(std::string_view(bytes).substr(0, begin));
  const std::string_view objects = std::string_view(bytes).substr(begin);
  // Those of a file that was made by hand may stand in any order.
  std::vector<std::uint64_t> begins;
  for (const Place& place : places) begins.push_back(place.at);
  std::sort(begins.begin(), begins.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t at = text::capped(places[i].at);
    const auto next = std::upper_bound(begins.begin(), begins.end(), places[i].at);
    const std::size_t end = next != begins.end() ? text::capped(*next) : objects.size();
    const int index = static_cast<int>(i);
    if (!is_wanted(places[i].id, index) || at >= end || end > objects.size()) continue;
    try {
      QPDFObjectHandle object =
          QPDFObjectHandle::parse(&pdf, std::string(objects.substr(at, end - at)), "object stream");
      if (!object.isIndirect()) found.push_back({places[i].id, index, object});
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      session.lack_once(Lack::damaged, "", "has damaged objects");
    }
  }
  return found;
}

void add_compressed_objects(QPDF& pdf, Session& session) {
  const std::map<QPDFObjGen, QPDFXRefEntry> known = pdf.getXRefTable();
  for (const auto& [id, entry] : known) {
    if (entry.getType() != 1) continue;
    QPDFObjectHandle stream = pdf.getObject(id);
    if (!is_stream_of_objects(stream)) continue;
    const auto is_lost = [&](int each, int) { return known.count(QPDFObjGen(each, 0)) == 0; };
    for (const Compressed& each : objects_in(pdf, session, stream, is_lost))
      pdf.replaceObject(each.id, 0, each.object);
  }
}

}  // namespace basewalk::worker::pdf
