import type { ReactNode } from 'react';
import type { Terms } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { MarkedText } from './marked-text.tsx';
import { Restrictions } from './restrictions.tsx';
import { TextScreen } from './text-screen.tsx';

interface TermsScreenProps {
  readonly terms: Terms;
  readonly version: string;
  /** How many items a licence covers. */
  readonly items: number;
  readonly designers: ShopSettings['designers'];
  /** The query of the page's address, which its links keep. */
  readonly search?: string;
  /** A link to the terms in force, if these no longer are. */
  readonly notice?: ReactNode;
}

/** The terms and conditions, with the version that the buyer accepts at checkout (OP-64). */
export function TermsScreen({ terms, items, search = '', ...page }: TermsScreenProps) {
  const { lead, sections, restrictions } = terms;
  return (
    <TextScreen
      {...page}
      title="Terms and conditions"
      lead={lead}
      address={paths.terms.path + search}
      topics={[
        ...sections.map(({ title, text }) => ({
          title,
          content: <MarkedText text={text} items={items} />,
        })),
        {
          title: 'Restrictions at a glance',
          content: <Restrictions pairs={restrictions} items={items} />,
        },
      ]}
    />
  );
}
