import { paths } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { AboutPage, WrittenPage, WrittenPageName } from '#contract/shop/written-page.ts';
import { MarkedText } from './marked-text.tsx';
import { People } from './people.tsx';
import { TextScreen } from './text-screen.tsx';

const titles: Readonly<Record<WrittenPageName, string>> = {
  about: 'About us',
  privacy: 'Privacy',
  imprint: 'Imprint',
  accessibility: 'Accessibility',
};

export interface WrittenScreenProps {
  readonly name: WrittenPageName;
  readonly page: WrittenPage & { readonly people?: AboutPage['people'] | undefined };
  readonly version: string;
  /** How many items a licence covers. */
  readonly items: number;
  readonly designers: ShopSettings['designers'];
}

/** One of the shop's pages of text; the one about the shop begins with its people. */
export function WrittenScreen({ name, page, version, items, designers }: WrittenScreenProps) {
  const people = page.people?.length
    ? page.people
    : designers.map(({ name }) => ({ name, text: '' }));
  const isAbout = name === 'about' && people.length > 0;
  return (
    <TextScreen
      title={titles[name]}
      lead={page.lead}
      version={version}
      designers={designers}
      address={paths[name].path}
      topics={[
        ...(isAbout
          ? [{ title: 'Who we are', content: <People people={people} designers={designers} /> }]
          : []),
        ...page.sections.map(({ title, text }) => ({
          title,
          content: <MarkedText text={text} items={items} />,
        })),
      ]}
    />
  );
}
