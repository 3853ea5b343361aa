// SPDX-License-Identifier: MIT
// What MimeKit gives of a message: the text of each body part, the attributes of its HTML, decoded, and the part that a
// picture of a bundle refers to.
//
//     mcs -r:MimeKitLite.dll mimekit_links.cs && mono mimekit_links.exe FILE
using System;
using System.IO;
using System.Linq;
using MimeKit;
using MimeKit.Text;
using MimeKit.Tnef;

class Links {
  static void Show(MimeMessage message) {
    foreach (var header in message.Headers.Where(h => h.Field.StartsWith("List-")))
      Console.WriteLine(header.Value);
    foreach (var part in new MimeIterator(message).Walk()) {
      if (part is TnefPart)
        Show(((TnefPart) part).ConvertToMessage());
      var text = part as TextPart;
      if (text == null)
        continue;
      Console.WriteLine(text.Text);
      if (text.IsHtml)
        Attributes(text, message.BodyParts.OfType<MimeEntity>().Any() ? message.Body as MultipartRelated : null);
    }
  }

  static void Attributes(TextPart text, MultipartRelated bundle) {
    var tokens = new HtmlTokenizer(new StringReader(text.Text));
    HtmlToken token;
    while (tokens.ReadNextToken(out token)) {
      var tag = token as HtmlTagToken;
      if (tag == null)
        continue;
      foreach (var attribute in tag.Attributes.Where(a => a.Value != null)) {
        Console.WriteLine(attribute.Value);
        Uri uri;
        if (bundle != null && attribute.Name == "src" && Uri.TryCreate(attribute.Value, UriKind.RelativeOrAbsolute, out uri)) {
          var at = bundle.IndexOf(uri);
          if (at >= 0)
            Console.WriteLine("part " + (at + 1));
        }
      }
    }
  }

  static void Main(string[] arguments) {
    Console.OutputEncoding = System.Text.Encoding.UTF8;
    Show(MimeMessage.Load(arguments[0]));
  }
}

static class Walking {
  public static System.Collections.Generic.IEnumerable<MimeEntity> Walk(this MimeIterator parts) {
    while (parts.MoveNext())
      yield return parts.Current;
  }
}
