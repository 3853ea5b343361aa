// What one frame shows, asked by view.cpp in a world of its own; the page's own scripts never run.
// Stills what moves before.  Stacks and no recursion, for pages nested without end.
(() => {
  // An element named "body" hides document.body, in this world, too.
  const own = (name) => Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(document);
  const told = { title: own('title'), text: '', pictures: [], hints: [], type: own('contentType'), ready: own('readyState') === 'complete' };
  const top = own('documentElement');
  // Without the text that is not shown: it may be written anew.
  const text = (root) => {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      /^(style|script|template|title|metadata)$/.test(node.localName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    const words = [];
    while (walker.nextNode()) if (walker.currentNode.nodeType === 3) words.push(walker.currentNode.data);
    return words.join(' ');
  };
  const body = own('body');
  const texts = [body instanceof HTMLElement ? body.innerText || '' : top ? text(top) : ''];
  if (own('fonts').status !== 'loaded') told.ready = false;
  const active = own('activeElement');
  if (active instanceof HTMLElement) active.blur();
  const roots = [document];
  while (roots.length) {
    const root = roots.pop();
    const kind = root === document ? Document.prototype : ShadowRoot.prototype;
    for (const animation of kind.getAnimations.call(root)) animation.cancel();
    for (const e of kind.querySelectorAll.call(root, '*')) {
      if (e.localName === 'iframe') e.loading = 'eager';
      if (e.localName === 'img' || (e.localName === 'input' && e.type === 'image')) {
        if (e.localName === 'img') {
          e.loading = 'eager';
          e.decoding = 'sync';
          if (!e.complete) told.ready = false;
        }
        const box = e.getBoundingClientRect();
        told.pictures.push([e.naturalWidth || 0, e.naturalHeight || 0, box.left, box.top, box.right, box.bottom]);
      }
      // Chromium shows what one fills in as disabled where it shows a bundle.
      if (/^(input|textarea|select|button)$/.test(e.localName)) e.disabled = true;
      if (e.localName === 'video' || e.localName === 'audio') e.style.setProperty('visibility', 'hidden', 'important');
      if (e instanceof SVGSVGElement && !e.ownerSVGElement) {
        e.pauseAnimations();
        e.setCurrentTime(0);
      }
      if (e.localName === 'link' && /\b(preconnect|dns-prefetch)\b/i.test(e.rel)) told.hints.push(e.href);
      if (e.shadowRoot) {
        texts.push(text(e.shadowRoot));
        roots.push(e.shadowRoot);
      }
    }
  }
  told.text = texts.join(' ').replace(/\s+/g, ' ').trim();
  return told;
})()
