import { beforeEach, describe, expect, test } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { keywordLimits, keywordMessages } from '#contract/studio/keywords.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type DesignDesk, openDesignDesk, savedOf } from '#tests/support/design-desk.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

const many = (count: number) => Array.from({ length: count }, (_, place) => `word ${place}`);

describe('keywords of a design', () => {
  test('are saved in lower case, split at commas, without duplicates, and sent with the design', async () => {
    const id = await addProduct(desk.services);

    const saved = await desk.save(id, {
      keywords: {
        motif: [' Mushroom ', 'mushroom, Red  Fox', '', 'Caf\u00e9', 'cafe\u0301'],
        occasion: ['Halloween'],
        style: [],
        color: ['Sage'],
      },
    });

    const keywords = {
      motif: ['mushroom', 'red fox', 'caf\u00e9'],
      occasion: ['halloween'],
      style: [],
      color: ['sage'],
    };
    expect(saved.keywords).toEqual(keywords);
    expect((await desk.inShop(id))?.keywords).toEqual(keywords);
  });

  test('leave an audit entry for each kind that changed', async () => {
    const id = await addProduct(desk.services);
    await desk.save(id, { keywords: { ...noKeywords, motif: ['fox', 'owl'], color: ['sage'] } });
    await desk.save(id, { keywords: { ...noKeywords, motif: ['fox'], color: ['sage'] } });
    await desk.save(id, {});

    const lines = await desk.linesOf(id);
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      ['{"motifWords":"","colorWords":""}', '{"motifWords":"fox, owl","colorWords":"sage"}'],
      ['{"motifWords":"fox, owl"}', '{"motifWords":"fox"}'],
    ]);
  });

  test.each([
    ['too many', many(keywordLimits.words + 1), keywordMessages.tooMany],
    ['one too long', ['fox', 'x'.repeat(41)], keywordMessages.tooLong('x'.repeat(41))],
    ['one without letters', ['!?'], keywordMessages.unreadable('!?')],
    ['one with control characters', ['fo\u0000x'], keywordMessages.unreadable('fo\u0000x')],
  ])('are refused at their field: %s', async (_, motif, message) => {
    const id = await addProduct(desk.services);
    const body = savedOf(await desk.read(id), { keywords: { ...noKeywords, motif } });

    const { status, problem } = await studioRefused(desk.app, 'saveDesign', {
      params: { id },
      body,
      cookie: desk.cookie,
    });

    expect(status).toBe(422);
    expect(problem.fields).toEqual({ 'keywords.motif': message });
    expect((await desk.read(id)).keywords).toEqual(noKeywords);
  });

  test('of all designs are suggested, the most used first', async () => {
    const { services, app, cookie } = desk;
    for (const motif of [['fox', 'owl'], ['owl'], []]) {
      await desk.save(await addProduct(services), { keywords: { ...noKeywords, motif } });
    }

    const { answer } = await callStudio(app, 'keywords', { cookie });

    expect(answer).toEqual({ ...noKeywords, motif: ['owl', 'fox'] });
  });

  test('are suggested up to 200 of a kind', async () => {
    for (let at = 0; at < 17; at += 1) {
      const motif = many(12).map((word) => `${word} of ${at}`);
      await desk.save(await addProduct(desk.services), { keywords: { ...noKeywords, motif } });
    }

    const { answer } = await callStudio(desk.app, 'keywords', { cookie: desk.cookie });

    expect(answer.motif).toHaveLength(200);
  });

  test('are in the export of designs', async () => {
    const id = await addProduct(desk.services);
    await desk.save(id, {
      keywords: { motif: ['fox', 'owl'], occasion: ['baby'], style: ['boho'], color: ['sage'] },
    });
    const params = { table: 'designs' } as const;

    const response = await sendStudio(desk.app, 'exportTable', { params, cookie: desk.cookie });

    const [header, row] = (await response.text()).trim().split('\r\n');
    expect(header).toMatch(/Motif words,Occasion words,Style words,Colour words$/);
    expect(row).toMatch(/,"fox; owl",baby,boho,sage$/);
  });
});
