import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedFormat } from '#contract/catalogue/packed-replica.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import { noKeywords } from '#contract/shop/keywords.ts';
import { catalogueArbitrary, makeProduct } from '#tests/support/arbitrary-products.ts';

const everything = { query: '', search: '', page: 1, limit: 100, sort: undefined };

test('a packed replica answers and updates like the original', () => {
  const catalogue = catalogueArbitrary(20);
  fc.assert(
    fc.property(catalogue, catalogue, catalogue, (earlier, kept, later) => {
      const first = createReplica();
      first.apply(earlier, []);
      first.prepareSearch(Number.POSITIVE_INFINITY);
      // Leaves empty slots.
      first.apply(
        kept,
        earlier.slice(kept.length).map(({ _id }) => _id),
      );
      first.prepareSearch(Number.POSITIVE_INFINITY);
      const second = createReplica();
      second.restore(structuredClone(first.pack()));
      expect(second.prepareSearch(0)).toBe(true);
      expect(second.snapshot()).toEqual(first.snapshot());
      for (const replica of [first, second]) {
        const searches = ['fox', 'foxes', 'wh', 'whle', 'daisy fox', 'pw-0003', 'zzzebra moon'];
        for (const query of searches) {
          const fresh = createReplica();
          fresh.apply(kept, []);
          const asked = { ...everything, query };
          expect(replica.search(asked), query).toEqual(fresh.search(asked));
          expect(replica.suggest(query), query).toEqual(fresh.suggest(query));
        }
      }
      for (const replica of [first, second]) {
        replica.apply(
          later,
          kept.slice(later.length).map(({ _id }) => _id),
        );
      }
      for (const query of ['fox', 'ecru', 'moon']) {
        const asked = { ...everything, query };
        expect(second.search(asked)).toEqual(first.search(asked));
      }
    }),
    { numRuns: 40 },
  );
});

/** What each format contains of the designs below; add a line with each change, under a raised `packedFormat`. */
const formats: Readonly<Record<number, string>> = {
  1: '9cb4fd695688d5d2',
  2: '58e7b9d4b71d0a24',
  3: '7cdf5b2d21567d69',
};

test("every change of a packed replica's contents raises packedFormat", () => {
  const replica = createReplica();
  replica.apply(
    [
      makeProduct({
        _id: 'a',
        title: "The Écru Foxes' Mother’s nap",
        sku: 'PW-0101/b',
        designer: ['Clementine Fox'],
        categories: [{ _id: 'w', name: 'Logo & Branding Kits' }],
        description:
          '<p>Sleepy <strong>hedge</strong>hogs&#39; caf&eacute;, 8&nbsp;×&nbsp;8 in.</p>',
        keywords: { ...noKeywords, motif: ['red fox', 'woodland'], color: ['blue'] },
      }),
      makeProduct({ _id: 'b', title: 'Кит и луна 2', salesCount: 3 }),
    ],
    [],
  );
  replica.prepareSearch(2);
  const { products, texts, counts, postings } = replica.pack();
  const ids = products.map((product) => product?._id);
  const hash = createHash('sha256')
    .update(JSON.stringify([ids, texts, [...counts], [...postings]]))
    .digest('hex')
    .slice(0, 16);
  expect(hash).toBe(formats[packedFormat]);
});
