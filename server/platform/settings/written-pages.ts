import type { CallAnswer } from '#contract/shop/calls.ts';
import {
  type PageFacts,
  type WrittenPageName,
  withPageFacts,
} from '#contract/shop/written-page.ts';
import type { Content } from '#contract/studio/content.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { firstPagesAt } from '../content/first-pages.ts';
import { versionInForce } from '../content/stored-content.ts';
import type { Reader } from '../database/open.ts';
import { readSetting } from './settings.ts';

type Pages = CallAnswer<'writtenPages'>;

/** The shop's pages of text in force, with what the settings say about the shop. */
export async function writtenPagesInForce(reader: Reader, timeZone: string): Promise<Pages> {
  const { value: sellers } = await readSetting(reader, 'sellers');
  const { name: seller = '', address = '' } = sellers.at(-1) ?? {};
  const { name: shop } = (await readSetting(reader, 'studio')).value;
  const facts = { shop, seller, address };

  async function page<N extends WrittenPageName>(name: N) {
    const { content, published } = await versionInForce(reader, name);
    const version = dayIn(timeZone, published?.at ?? firstPagesAt);
    return { ...filled(content as Content[N], facts), version };
  }
  const [about, privacy, imprint, accessibility] = await Promise.all([
    page('about'),
    page('privacy'),
    page('imprint'),
    page('accessibility'),
  ]);
  return { about, privacy, imprint, accessibility };
}

function filled<P extends Content[WrittenPageName]>(page: P, facts: PageFacts): P {
  const fill = (text: string) => withPageFacts(text, facts);
  const sections = page.sections.map(({ title, text }) => ({
    title: fill(title),
    text: fill(text),
  }));
  return { ...page, lead: fill(page.lead), sections };
}
