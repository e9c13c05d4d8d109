import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { productSchema } from '../shop/product.ts';
import {
  idSchema,
  instantSchema,
  messageSchema,
  moneySchema,
  versionSchema,
} from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';
import { createDesignSchema, designSchema, saveDesignSchema } from './design-record.ts';
import {
  categoryBodySchema,
  designCategorySchema,
  designFilterEntries,
  designSorts,
  designStatuses,
  listedDesignSchema,
  priceSchema,
} from './designs.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

const storedCategoryName = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));

const designParams = v.object({ id: idSchema });

/** The studio's calls for designs and their categories. */
export const designCalls = {
  designs: {
    method: 'GET',
    path: '/api/studio/designs',
    access: 'studio',
    summary: 'Designs by title or SKU, status, what they lack, and order',
    query: v.object({
      ...listQueryEntries,
      ...designFilterEntries,
      sort: v.optional(v.picklist(designSorts, messages.invalid.sort), 'updated'),
    }),
    answer: listAnswerSchema(listedDesignSchema),
  },
  createDesign: {
    method: 'POST',
    path: '/api/studio/designs',
    access: 'studio',
    isRepeatable: true,
    summary: 'Create a draft',
    body: createDesignSchema,
    answer: designSchema,
  },
  design: {
    method: 'GET',
    path: '/api/studio/designs/{id}',
    access: 'studio',
    summary: 'One design with everything that can be edited',
    params: designParams,
    answer: designSchema,
  },
  saveDesign: {
    method: 'PUT',
    path: '/api/studio/designs/{id}',
    access: 'studio',
    summary: 'Save the changed fields of a design; a published one must stay complete',
    params: designParams,
    body: saveDesignSchema,
    bodyBytes: limits.longJsonBytes,
    answer: designSchema,
  },
  setDesignPrice: {
    method: 'PUT',
    path: '/api/studio/designs/{id}/price',
    access: 'studio',
    summary: 'Set the price alone; CHANGED_MEANWHILE if somebody else changed it from `from`',
    params: designParams,
    body: v.object({ from: moneySchema, price: priceSchema }),
    answer: listedDesignSchema,
  },
  moveDesign: {
    method: 'POST',
    path: '/api/studio/designs/{id}/status',
    access: 'studio',
    isRepeatable: true,
    summary: 'Publish, retire, or move back to draft',
    params: designParams,
    body: v.object({ version: versionSchema, status: v.picklist(designStatuses) }),
    answer: designSchema,
  },
  planPublication: {
    method: 'PUT',
    path: '/api/studio/designs/{id}/publication',
    access: 'studio',
    summary:
      'Set when a draft is published by itself, or null; CHANGED_MEANWHILE if it isn’t `from` any more',
    params: designParams,
    body: v.object({ from: v.nullable(instantSchema), publishAt: v.nullable(instantSchema) }),
    answer: designSchema,
  },
  deleteDesign: {
    method: 'POST',
    path: '/api/studio/designs/{id}/deletion',
    access: 'studio',
    summary: 'Delete a draft that was never published, with its pictures and files',
    params: designParams,
    body: v.object({ version: versionSchema }),
    answer: messageSchema,
  },
  previewDesign: {
    method: 'GET',
    path: '/api/studio/designs/{id}/preview',
    access: 'studio',
    summary: 'A design as its page in the shop would show it',
    params: designParams,
    answer: v.object({ product: productSchema }),
  },
  categories: {
    method: 'GET',
    path: '/api/studio/categories',
    access: 'studio',
    summary: 'All categories by name',
    answer: v.object({ items: v.array(designCategorySchema) }),
  },
  createCategory: {
    method: 'POST',
    path: '/api/studio/categories',
    access: 'studio',
    isRepeatable: true,
    summary: 'Add a category',
    body: categoryBodySchema,
    answer: designCategorySchema,
  },
  renameCategory: {
    method: 'PUT',
    path: '/api/studio/categories/{id}',
    access: 'studio',
    summary: 'Rename a category; CHANGED_MEANWHILE if somebody else renamed it from `from`',
    params: designParams,
    body: v.object({ from: storedCategoryName, ...categoryBodySchema.entries }),
    answer: designCategorySchema,
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/api/studio/categories/{id}',
    access: 'studio',
    summary: 'Delete an unused category',
    params: designParams,
    answer: messageSchema,
  },
  designers: {
    method: 'GET',
    path: '/api/studio/designers',
    access: 'studio',
    summary: 'The designers, from the settings',
    answer: v.object({ names: v.array(v.string()) }),
  },
} as const satisfies StudioCalls;
