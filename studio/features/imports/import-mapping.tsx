import { newCategory } from '#contract/studio/import-choices.ts';
import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Report, TypedChoices } from './import-choices-form.ts';
import styles from './imports.module.css';

interface MappingProps {
  readonly report: Report;
  readonly typed: TypedChoices;
  readonly onChange: (change: Partial<TypedChoices>) => void;
}

/** What the words of the file map to: categories, designers and tags. */
export function ImportMapping({ report, typed, onChange }: MappingProps) {
  const { types, vendors, tags, allTags, designers } = report;
  const isEtsy = report.import.source === 'etsy';
  const categories = report.categories.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      {types.length > 0 && (
        <fieldset className={styles.types}>
          <legend>
            {isEtsy
              ? 'Categories for its sections, remembered for the next import'
              : 'Categories for its product types, remembered for the next import'}
          </legend>
          <p className={styles.note}>
            Drafts without a category are imported too. Choose one before you publish them.
          </p>
          {types.map(({ name, designs }) => (
            <Select
              key={name}
              label={`${name} (${designs.toLocaleString('en-US')})`}
              placeholder="No category"
              options={[...categories, { value: newCategory, label: `New category “${name}”` }]}
              value={typed.categories[name] ?? ''}
              onChange={(id) => onChange({ categories: { ...typed.categories, [name]: id } })}
            />
          ))}
        </fieldset>
      )}
      {types.length > 0 && (
        <details className={styles.tags}>
          <summary>
            {isEtsy ? 'Collections of its sections' : 'Collections of its product types'}
          </summary>
          <p className={styles.note}>
            A new collection isn’t published. One that has the same name already gets the designs
            too, up to {limits.collectionDesigns} in each.
          </p>
          <div className={styles.types}>
            {types.map(({ name, designs }) => (
              <Checkbox
                key={name}
                checked={typed.collections.includes(name)}
                onChange={(isChosen) => {
                  const others = typed.collections.filter((other) => other !== name);
                  onChange({ collections: isChosen ? [...others, name] : others });
                }}
              >
                {`Collection “${name}” (${designs.toLocaleString('en-US')})`}
              </Checkbox>
            ))}
          </div>
        </details>
      )}
      {vendors.length > 0 && (
        <fieldset className={styles.types}>
          <legend>Designers for its vendors</legend>
          <p className={styles.note}>
            Drafts without a designer are imported too. An owner adds designers under Settings.
          </p>
          {vendors.map(({ name, designs }) => (
            <Select
              key={name}
              label={`${name} (${designs.toLocaleString('en-US')})`}
              placeholder="No designer"
              options={designers.map((value) => ({ value, label: value }))}
              value={typed.vendors[name] ?? ''}
              onChange={(to) => onChange({ vendors: { ...typed.vendors, [name]: to } })}
            />
          ))}
        </fieldset>
      )}
      {tags.length > 0 && (
        <details className={styles.tags}>
          <summary>{counted(allTags, 'tag')}</summary>
          <p className={styles.note}>
            Tags become keywords, except words about files, sizes and licences. Rename a tag, make
            it a category or a collection, or leave it out.{' '}
            {allTags > tags.length && restText(tags.length)}
          </p>
          <div className={styles.types}>
            {tags.map((tag) => (
              <TagField
                key={tag.name}
                tag={tag}
                categories={categories}
                typed={typed}
                onChange={onChange}
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

const restText = (shown: number) => `These are the ${shown} most frequent ones.`;

interface TagProps extends Omit<MappingProps, 'report'> {
  readonly tag: Report['tags'][number];
  readonly categories: readonly { readonly value: string; readonly label: string }[];
}

function TagField({ tag, categories, typed, onChange }: TagProps) {
  const { name, designs } = tag;
  const chosen = typed.tags[name] ?? { as: 'default', word: '' };
  const change = (to: Partial<typeof chosen>) =>
    onChange({ tags: { ...typed.tags, [name]: { ...chosen, ...to } } });
  return (
    <div className={styles.tag}>
      <Select
        label={`${name} (${designs.toLocaleString('en-US')})`}
        options={[
          { value: 'default', label: defaultText(tag, categories) },
          { value: 'word', label: 'Another keyword…' },
          { value: 'nothing', label: 'Leave out' },
          { value: 'collection', label: `Collection “${name}”` },
          ...categories.map(({ value, label }) => ({ value, label: `Category ${label}` })),
          { value: newCategory, label: `New category “${name}”` },
        ]}
        value={chosen.as}
        onChange={(as) => change({ as })}
      />
      {chosen.as === 'word' && (
        <TextField
          label={`Keyword for ${name}`}
          value={chosen.word}
          onChange={(word) => change({ word })}
          error={chosen.word.trim() === '' ? 'Enter a keyword.' : undefined}
        />
      )}
    </div>
  );
}

/** What a tag becomes without a choice. */
function defaultText(
  { word, categoryId }: Report['tags'][number],
  categories: TagProps['categories'],
): string {
  const category = categories.find(({ value }) => value === categoryId)?.label;
  const parts = [word !== null && `Keyword ${word}`, category && `category ${category}`];
  return parts.filter(Boolean).join(', ') || 'Not a keyword: left out';
}
