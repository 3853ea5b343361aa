// SPDX-License-Identifier: MIT
//
// Small PDF files, made of the text of their objects.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_PDF_MADE_PDF_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_PDF_MADE_PDF_H_

#include <string>
#include <string_view>
#include <vector>

namespace basewalk::worker {

/// The text of an object that is a stream.
inline std::string made_stream(std::string_view entries, std::string_view bytes) {
  std::string text("<< ");
  text.append(entries).append(" /Length ").append(std::to_string(bytes.size()));
  return text.append(" >>\nstream\n").append(bytes).append("\nendstream");
}

/// A file with these objects, from number 1 on; the first one is its catalog.
inline std::string made_pdf(const std::vector<std::string>& objects,
                            std::string_view of_trailer = {}) {
  std::string file = "%PDF-1.7\n";
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places.push_back(file.size());
    file.append(std::to_string(i + 1)).append(" 0 obj\n").append(objects[i]).append("\nendobj\n");
  }
  const std::size_t table = file.size();
  file.append("xref\n0 ").append(std::to_string(objects.size() + 1));
  file.append("\n0000000000 65535 f \n");
  for (const std::size_t place : places) {
    const std::string digits = std::to_string(place);
    file.append(10 - digits.size(), '0').append(digits).append(" 00000 n \n");
  }
  file.append("trailer\n<< /Size ").append(std::to_string(objects.size() + 1));
  file.append(" /Root 1 0 R ").append(of_trailer).append(" >>\nstartxref\n");
  return file.append(std::to_string(table)).append("\n%%EOF\n");
}

/// A file of one page with an annotation; `entries` are of the catalog and of the annotation.
inline std::string made_page(std::string_view of_catalog, std::string_view of_annotation) {
  return made_pdf({std::string("<< /Type /Catalog /Pages 2 0 R ").append(of_catalog).append(" >>"),
                   "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                   "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [4 0 R] >>",
                   std::string("<< /Type /Annot /Subtype /Link /Rect [10 10 90 90] ")
                       .append(of_annotation)
                       .append(" >>")});
}

/// A file of one page that shows something in Helvetica.
inline std::string made_text(std::string_view content, std::string_view font = {}) {
  return made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                   "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
                   "/Resources << /Font << /F1 5 0 R >> >> >>",
                   made_stream("", content),
                   font.empty() ? "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
                                : std::string(font)});
}

}  // namespace basewalk::worker

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_PDF_MADE_PDF_H_
