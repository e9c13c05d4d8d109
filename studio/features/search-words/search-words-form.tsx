import { useState } from 'react';
import * as v from 'valibot';
import { keywordCalls, type StudioSearchWords } from '#contract/studio/keywords.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import type { FormShape } from '../../ui/shared-draft.ts';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { alsoFound, groupsFrom, problemOf, textOf } from './typed-groups.ts';

interface SearchWordsFormProps {
  readonly saved: StudioSearchWords;
  readonly onSaved: (saved: StudioSearchWords) => void;
  /** Reloads what somebody else saved. */
  readonly reload: () => Promise<StudioSearchWords | null>;
}

const schema = v.object({
  groups: v.pipe(
    v.string(),
    v.check(
      (text) => problemOf(text) === null,
      ({ input }) => problemOf(input) ?? '',
    ),
  ),
});

type Edited = Pick<StudioSearchWords, 'synonyms'>;

const shape: FormShape<Edited, { readonly groups: string }> = {
  typedFrom: ({ synonyms }) => ({ groups: textOf(synonyms) }),
  editedFrom: ({ groups }) => ({ synonyms: groupsFrom(groups) }),
  parts: { synonyms: ['groups'] },
};

const words = {
  synonyms: {
    name: 'Words that mean the same',
    list: ({ synonyms }: Edited) => synonyms.map((group) => group.join(', ')),
  },
};

/** Edits the groups of synonyms as text. */
export function SearchWordsForm({ saved, onSaved, reload }: SearchWordsFormProps) {
  const form = useSharedForm({
    schema,
    saved,
    editedOf: ({ synonyms }) => ({ synonyms }),
    shape,
    words,
    save: (body) => request(keywordCalls.saveSearchWords, { body }),
    onSaved,
    reload,
    success: 'Saved. Search uses them in a moment.',
  });

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Words that mean the same">
        <TextArea
          label="One group per line"
          hint="Separate words with commas: mushroom, toadstool, fungi"
          rows={10}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('groups')}
        />
        <TryWord groups={form.values.groups} />
      </Card>
      {form.conflicts && <Conflicts {...form.conflicts} />}
      <div className="line-3">
        <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
      </div>
    </form>
  );
}

/** Shows what else a word finds, before anything is saved. */
function TryWord({ groups }: { readonly groups: string }) {
  const [word, setWord] = useState('');
  const found = alsoFound(groups, word);
  const hint = () => {
    if (word.trim() === '') return 'Shows what else a search for it finds.';
    return found.length > 0 ? `Also finds: ${found.join(', ')}` : 'Not in any group.';
  };
  return (
    <TextField
      label="Try a word"
      autoComplete="off"
      autoCapitalize="none"
      value={word}
      onChange={setWord}
      onKeyDown={(event) => {
        // Enter must not save the form.
        if (event.key === 'Enter') event.preventDefault();
      }}
      hint={hint()}
    />
  );
}
