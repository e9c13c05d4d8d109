import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import { designLimits } from '#contract/studio/designs.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../api/studio-client.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import styles from './design-cards.module.css';

/** Not a form of its own, because it is inside the design's form. */
export function AddCategory({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);

  async function add(): Promise<void> {
    if (isAdding || name.trim() === '') return;
    setAdding(true);
    try {
      const { id } = await request(designCalls.createCategory, { body: { name } });
      setName((now) => (now === name ? '' : now));
      setError(null);
      onAdded(id);
    } catch (problem) {
      setError(messageOf(problem, 'The shop can’t be reached. Nothing was added.'));
    } finally {
      setAdding(false);
    }
  }

  return (
    <div className={styles.add}>
      <LeaveGuard isDirty={name.trim() !== ''} />
      <TextField
        label="New category"
        autoComplete="off"
        maxLength={designLimits.categoryName}
        value={name}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the form around it.
          event.preventDefault();
          void add();
        }}
        error={error}
      />
      <Button
        variant="paper"
        aria-disabled={isAdding || name.trim() === ''}
        aria-busy={isAdding}
        onClick={() => void add()}
      >
        Add
      </Button>
    </div>
  );
}
