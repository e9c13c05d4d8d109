import { type Mark, Schema } from 'prosemirror-model';
import { linkAttribute, descriptionTags as tags } from '#contract/shop/description-html.ts';
import { sameMeaning } from '#contract/shop/description-nodes.ts';

/** Rules for a tag, and for those of other programs that mean the same. */
function rulesFor(tag: string): readonly { readonly tag: string }[] {
  const others = Object.keys(sameMeaning).filter((other) => sameMeaning[other] === tag);
  return [tag, ...others].map((each) => ({ tag: each }));
}

/** The editor's document schema: the tags that a description may use and no others. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: tags.paragraph }],
      toDOM: () => [tags.paragraph, 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: rulesFor(tags.heading),
      toDOM: () => [tags.heading, 0],
    },
    bulletList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: rulesFor(tags.bulletList),
      toDOM: () => [tags.bulletList, 0],
    },
    numberedList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: [{ tag: tags.numberedList }],
      toDOM: () => [tags.numberedList, 0],
    },
    listItem: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: tags.listItem }],
      toDOM: () => [tags.listItem, 0],
    },
    lineBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: tags.lineBreak }],
      toDOM: () => [tags.lineBreak],
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: `${tags.link}[${linkAttribute}]`,
          getAttrs: (element) => ({ href: element.getAttribute(linkAttribute) }),
        },
      ],
      toDOM: (mark: Mark) => [tags.link, { [linkAttribute]: mark.attrs.href as string }, 0],
    },
    strong: { parseDOM: rulesFor(tags.strong), toDOM: () => [tags.strong, 0] },
    em: { parseDOM: rulesFor(tags.em), toDOM: () => [tags.em, 0] },
  },
});
