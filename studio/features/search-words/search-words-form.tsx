import { useState } from 'react';
import * as v from 'valibot';
import { ApiError, messageOf } from '#contract/api-error.ts';
import { type StudioSearchWords, synonymMessages } from '#contract/studio-keywords.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Overtaken } from '../../ui/overtaken.tsx';
import { alsoFound, groupsFrom, problemOf, textOf } from './typed-groups.ts';

interface SearchWordsFormProps {
  readonly saved: StudioSearchWords;
  readonly onSaved: (saved: StudioSearchWords) => void;
  /** Looks for what somebody else saved. */
  readonly onStale: () => Promise<void>;
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

/** The groups as text. What was typed stays until it is saved, whatever somebody else saves meanwhile. */
export function SearchWordsForm({ saved, onSaved, onStale }: SearchWordsFormProps) {
  /** What the writer has seen: only that is replaced. */
  const [savedAt, setSavedAt] = useState(saved.savedAt);
  const form = useForm({
    schema,
    initial: { groups: textOf(saved.synonyms) },
    async send({ groups }) {
      try {
        const body = { synonyms: groupsFrom(groups), savedAt };
        const answer = await request('saveSearchWords', { body });
        setSavedAt(answer.savedAt);
        form.fill({ groups: textOf(answer.synonyms) });
        onSaved(answer);
        toast.success('Saved. Searches use them in a moment.');
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await onStale();
        else toast.error(messageOf(error, 'The shop cannot be reached. Nothing was saved yet.'));
        throw error;
      }
    },
  });
  const isOvertaken = saved.savedAt !== savedAt;
  if (isOvertaken && !form.isDirty && !form.isSending) showSaved();

  function showSaved(): void {
    setSavedAt(saved.savedAt);
    form.fill({ groups: textOf(saved.synonyms) });
  }

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Words that mean the same">
        <TextArea
          label="One group a line"
          hint="Commas between the words, as in: mushroom, toadstool, fungi"
          rows={10}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('groups')}
        />
        <TryWord groups={form.values.groups} />
      </Card>
      {isOvertaken && (
        <Overtaken
          text={synonymMessages.changed}
          onShowSaved={showSaved}
          onKeepMine={() => setSavedAt(saved.savedAt)}
        />
      )}
      <div className={styles.actions}>
        <Button {...form.button} disabled={form.button.disabled || isOvertaken}>
          {form.isSending ? 'Saving…' : 'Save'}
        </Button>
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
    return found.length > 0 ? `Also finds: ${found.join(', ')}` : 'It is in no group.';
  };
  return (
    <TextField
      label="Try a word"
      autoComplete="off"
      autoCapitalize="none"
      value={word}
      onChange={setWord}
      onKeyDown={(event) => {
        // Enter saves nothing from here.
        if (event.key === 'Enter') event.preventDefault();
      }}
      hint={hint()}
    />
  );
}
