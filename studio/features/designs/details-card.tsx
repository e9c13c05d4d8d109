import { designLimits } from '#contract/studio/designs.ts';
import { TextField } from '#ui/text-field.tsx';
import { Card } from '../../ui/card.tsx';
import { RichText } from './rich-text.tsx';
import type { DesignForm } from './use-design-form.ts';

export function DetailsCard({ form }: { readonly form: DesignForm }) {
  const { base, typed, change, errorOf } = form;
  return (
    <Card title="Details">
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={designLimits.title}
        value={typed.title}
        onChange={(title) => change('title', { title })}
        error={errorOf('title')}
      />
      <TextField
        label="SKU"
        hint="A unique code shown in orders and lists."
        required
        autoComplete="off"
        maxLength={designLimits.sku}
        value={typed.sku}
        onChange={(sku) => change('sku', { sku })}
        error={errorOf('sku')}
      />
      <RichText
        // It doesn't follow changes from elsewhere, so it starts again from them.
        key={base.description}
        label="Description"
        hint="Headings, lists, bold, italic and links. Anything else you paste becomes plain text."
        initial={typed.description}
        onChange={(description) => change('description', { description })}
        error={errorOf('description')}
      />
    </Card>
  );
}
