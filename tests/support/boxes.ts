/** The texts, pictures and controls of the page that overlap the box of `target`. */
export function touched(target: Element): string[] {
  const own = target.getBoundingClientRect();
  const meets = ({ left, right, top, bottom }: DOMRect) =>
    left < own.right && right > own.left && top < own.bottom && bottom > own.top;
  const others = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      !target.contains(element) &&
      !element.contains(target) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches('.visually-hidden, .visually-hidden *, [role="status"]'),
  );
  return others.flatMap((element) => {
    const isControl = element.matches('a, button, input, select, textarea, img, svg');
    const boxes = isControl ? [element.getBoundingClientRect()] : [];
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...range.getClientRects());
    }
    return boxes.some((box) => box.width > 1 && meets(box)) ? [element.outerHTML.slice(0, 99)] : [];
  });
}

/** What lies directly below `target` outside of `place`, a selector, sampled at points all over its box. */
export function below(target: Element, place: string): string[] {
  const { left, top, width, height } = target.getBoundingClientRect();
  const found = new Set<string>();
  for (let row = 0.5; row < 12; row += 1) {
    for (let column = 0.5; column < 12; column += 1) {
      const stack = document.elementsFromPoint(
        left + (width * column) / 12,
        top + (height * row) / 12,
      );
      const next = stack.find(
        (element) => !target.contains(element) && element !== target.parentElement,
      );
      if (!next?.closest(place)) found.add(next?.outerHTML.slice(0, 99) ?? 'nothing');
    }
  }
  return [...found];
}
