import { type Design, newDesign } from '#contract/studio/design-record.ts';
import {
  type DesignCategory,
  designMessages,
  type ListedDesign,
} from '#contract/studio/designs.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { Refusal } from './calls-at-fetch.ts';
import { newId } from './new-id.ts';
import { refuseIfChanged, saveChanged } from './save-changed.ts';
import type { StudioHandlers } from './studio-handlers.ts';

/** What the studio has; a colleague's change is a change of it. */
export interface SavedDesigns {
  readonly designs: Design[];
  readonly categories: DesignCategory[];
}

const anInstant = '2026-01-01T00:00:00.000Z';

/** A draft with defaults for everything a test doesn't care about. */
export function makeDesign(part: Partial<Design> = {}): Design {
  const id = newId();
  return {
    ...newDesign,
    id,
    version: 1,
    title: 'Foxes in a wood',
    sku: `T-${id}`,
    status: 'draft',
    price: 12,
    discountedPrice: null,
    designers: ['Clementine Fox'],
    salesCount: 0,
    image: null,
    publication: null,
    updatedAt: anInstant,
    publishedAt: null,
    missing: {},
    ...part,
  };
}

function listed(design: Design): ListedDesign {
  return { ...design, lacks: Object.keys(design.missing) as ListedDesign['lacks'] };
}

export function designHandlers({ designs, categories }: SavedDesigns): StudioHandlers {
  const designOf = (id: string) => found(designs, id);
  const change = (design: Design, changed: Partial<Design>) =>
    Object.assign(design, changed, { version: design.version + 1 });
  return {
    designs({ query: { page, search, status } }) {
      const items = designs.filter(
        (design) =>
          (status === undefined || design.status === status) &&
          `${design.title} ${design.sku}`.toLowerCase().includes(search.toLowerCase()),
      );
      return pageOf(items.map(listed), page);
    },
    createDesign({ body: { title } }) {
      const design = makeDesign({ title });
      designs.push(design);
      return design;
    },
    design: ({ params: { id } }) => designOf(id),
    saveDesign({ params: { id }, body }) {
      const design = designOf(id);
      saveChanged<Partial<Design>>(design, body);
      return change(design, { discountedPrice: design.sale?.price ?? null });
    },
    setDesignPrice({ params: { id }, body: { from, price } }) {
      const design = designOf(id);
      refuseIfChanged('price', design.price, { from, to: price });
      return listed(change(design, { price }));
    },
    moveDesign({ params: { id }, body: { status } }) {
      const design = designOf(id);
      if (status === 'published' && Object.keys(design.missing).length > 0) {
        throw new Refusal('INVALID', {
          message: 'It can’t be published yet.',
          fields: design.missing,
        });
      }
      return change(design, { status });
    },
    planPublication({ params: { id }, body: { from, publishAt } }) {
      if ((designOf(id).publication?.at ?? null) !== from) {
        const message = 'Someone else changed when it is published.';
        throw new Refusal('CHANGED_MEANWHILE', { message });
      }
      const publication = publishAt === null ? null : { at: publishAt, hasFailed: false };
      return Object.assign(designOf(id), { publication });
    },
    deleteDesign({ params: { id } }) {
      designs.splice(designs.indexOf(designOf(id)), 1);
      return { message: 'Deleted' };
    },
    designFiles({ params: { designId } }) {
      const { title, status } = designOf(designId);
      return { title, status, images: [], files: [], uploads: [], work: [] };
    },
    designers: () => ({ names: ['Clementine Fox', 'Juniper Moon'] }),
    keywords: () => ({ motif: ['hedgehog'], occasion: [], style: [], color: [] }),
    categories: () => ({ items: categories.toSorted((a, b) => a.name.localeCompare(b.name)) }),
    createCategory({ body: { name } }) {
      refuseTaken(categories, name);
      const category = { id: newId(), name, designs: 0 };
      categories.push(category);
      return category;
    },
    renameCategory({ params: { id }, body: { from, name } }) {
      const category = found(categories, id);
      refuseIfChanged('name', category.name, { from, to: name });
      return Object.assign(category, { name });
    },
    deleteCategory({ params: { id } }) {
      categories.splice(categories.indexOf(found(categories, id)), 1);
      return { message: 'Deleted' };
    },
  };
}

function refuseTaken(categories: readonly DesignCategory[], name: string): void {
  if (!categories.some((each) => each.name.toLowerCase() === name.toLowerCase())) return;
  const message = designMessages.categoryTaken;
  throw new Refusal('INVALID', { message, fields: { name: message } });
}

/** The row with this id. */
export function found<R extends { readonly id: string }>(rows: readonly R[], id: string): R {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** A page of a list. */
export function pageOf<R>(rows: readonly R[], page: number) {
  return {
    items: rows.slice((page - 1) * studioPageSize, page * studioPageSize),
    total: rows.length,
    totalPages: Math.max(1, Math.ceil(rows.length / studioPageSize)),
  };
}
