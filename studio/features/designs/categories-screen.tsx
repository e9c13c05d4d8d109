import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import { type DesignCategory, designLimits } from '#contract/studio/designs.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { useSharedValue } from '../../ui/use-shared-value.ts';
import { AddCategory } from './add-category.tsx';
import { DeleteCategory } from './delete-category.tsx';
import styles from './design-cards.module.css';

/** The categories that buyers filter by. Renaming one changes it everywhere. */
export default function CategoriesScreen() {
  const categories = useAnswer(designCalls.categories);
  return (
    <Page title="Categories" text="Buyers can filter the shop by category.">
      <AddCategory onAdded={() => void categories.reload()} />
      <Answered of={categories} isList>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyScene
              scene="empty"
              title="No categories yet"
              text="Each design needs one before it can be published."
            />
          ) : (
            <Table label="Categories" columns={['Name', 'Designs']}>
              {items.map((category) => (
                <tr key={category.id}>
                  <td data-label="Name" data-free>
                    <Name category={category} reload={categories.fetchLatest} />
                  </td>
                  <td data-label="Designs">{category.designs}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answered>
    </Page>
  );
}

interface NameProps {
  readonly category: DesignCategory;
  /** Reloads what somebody else changed. Returns null if that failed. */
  readonly reload: () => Promise<object | null>;
}

function Name({ category, reload }: NameProps) {
  const [name, setName] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { open, send, conflicts, dismiss } = useSharedValue({
    name: 'Name',
    saved: category.name,
    textOf: (each) => each,
    async save(to, before) {
      const body = { from: before, name: to };
      await request(designCalls.renameCategory, { params: { id: category.id }, body });
      toast.success('Renamed. The shop shows it within a minute.');
      await reload();
    },
    reload,
    onError: showError,
    onSettled: close,
  });

  function close(): void {
    setName(null);
    setError(null);
    dismiss();
  }

  function showError(problem: unknown): void {
    setError(messageOf(problem, 'The shop can’t be reached. Nothing was changed.'));
  }

  async function rename(to: string): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    try {
      if (await send(to)) close();
    } catch (problem) {
      showError(problem);
    } finally {
      setSaving(false);
    }
  }

  if (name === null) {
    return (
      <div className="line-3">
        {category.name}
        <Button
          variant="quiet"
          aria-label={`Rename ${category.name}`}
          onClick={() => {
            setName(category.name);
            open();
          }}
        >
          Rename
        </Button>
        {category.designs === 0 && (
          <DeleteCategory category={category} onDeleted={() => void reload()} />
        )}
      </div>
    );
  }

  return (
    <>
      <LeaveGuard isDirty={name !== category.name} />
      <form
        className={styles.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void rename(name);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={designLimits.categoryName}
          value={name}
          onChange={(text) => {
            setName(text);
            setError(null);
            dismiss();
          }}
          error={error}
        />
        <Button type="submit" aria-busy={isSaving}>
          Rename
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        {conflicts && <Conflicts {...conflicts} />}
      </form>
    </>
  );
}
