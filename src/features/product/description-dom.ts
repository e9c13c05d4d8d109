import { descriptionTags, isLinkAddress, linkAttribute } from '#contract/shop/description-html.ts';
import {
  arrangedTags,
  type DescriptionNode,
  isUndone,
  tagsWithoutText,
} from '#contract/shop/description-nodes.ts';

/** The nodes of any part of a document that a description can have; other elements leave their text. */
export function descriptionNodes(parent: Node): DescriptionNode[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const element = node as Element;
    const tag = element.localName;
    if (tagsWithoutText.includes(tag)) return [];
    const children = descriptionNodes(element);
    const isKnown = arrangedTags.includes(tag);
    if (!isKnown || isUndone(tag, element.getAttribute('style') ?? '')) return children;
    const given = tag === descriptionTags.link ? element.getAttribute(linkAttribute) : null;
    return [{ tag, address: given !== null && isLinkAddress(given) ? given : null, children }];
  });
}

/** These nodes as a part of the page. A link tells its target nothing of the shop. */
export function descriptionFragment(nodes: readonly DescriptionNode[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of nodes) {
    if (typeof node === 'string') {
      fragment.append(node);
      continue;
    }
    const element = document.createElement(node.tag);
    if (node.address !== null) element.setAttribute(linkAttribute, node.address);
    if (node.tag === descriptionTags.link)
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    element.append(descriptionFragment(node.children));
    fragment.append(element);
  }
  return fragment;
}
