import { byKind } from '#contract/shop/keywords.ts';
import { Card } from '../../ui/card.tsx';
import { ofKeywords } from './design-form.ts';
import { KeywordFields } from './keyword-fields.tsx';
import type { DesignForm } from './use-design-form.ts';

/** The keywords that buyers find a design by, besides its title. */
export function KeywordsCard({ form: { typed, change, errorOf } }: { readonly form: DesignForm }) {
  return (
    <Card
      title="Keywords"
      text="Search also finds designs by these words. Press Enter or type a comma after each."
    >
      <KeywordFields
        typed={byKind((kind) => typed[`keywords.${kind}`])}
        onChange={(kind, keywords) =>
          change(
            `keywords.${kind}`,
            ofKeywords((each) => keywords[each]),
          )
        }
        errorOf={(kind) => errorOf(`keywords.${kind}`)}
      />
    </Card>
  );
}
