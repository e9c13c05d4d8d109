import { designCalls } from '#contract/studio/design-calls.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card } from '../../ui/card.tsx';
import { AddCategory } from './add-category.tsx';
import { Choices } from './choices.tsx';
import type { DesignForm } from './use-design-form.ts';

/** The design's designers, and where buyers find it. */
export function SortingCard({ form }: { readonly form: DesignForm }) {
  const { typed, change, errorOf } = form;
  const categories = useAnswer(designCalls.categories);
  const designers = useAnswer(designCalls.designers);
  const names = [...new Set([...(designers.answer?.names ?? []), ...typed.designers])];

  return (
    <Card title="Designers and categories">
      <Choices
        legend="Designed by"
        options={names.map((name) => ({ id: name, name }))}
        chosen={typed.designers}
        onChoose={(chosen) => change('designers', { designers: chosen })}
        error={errorOf('designers')}
        hint={
          designers.answer && names.length === 0
            ? 'Add designers in the settings first.'
            : undefined
        }
      />
      <Choices
        legend="Categories"
        options={categories.answer?.items ?? []}
        chosen={typed.categoryIds}
        onChoose={(chosen) => change('categoryIds', { categoryIds: chosen })}
        error={errorOf('categoryIds')}
        hint={categories.error ? 'Couldn’t load the categories.' : undefined}
      />
      <AddCategory
        onAdded={(id) => {
          void categories.reload();
          change('categoryIds', { categoryIds: [...typed.categoryIds, id] });
        }}
      />
    </Card>
  );
}
