import { useState } from 'react';
import * as v from 'valibot';
import { type Keywords, keywordKinds, noKeywords } from '#contract/shop/keywords.ts';
import { typedKeywordsSchema } from '#contract/studio/keywords.ts';
import { Button } from '#ui/button.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import styles from './bulk-bar.module.css';
import { KeywordFields } from './keyword-fields.tsx';
import { keywordsFrom, typedKeywords } from './typed-keywords.ts';

interface BulkKeywordsProps {
  /** How many designs get the keywords. */
  readonly count: number;
  readonly isBusy: boolean;
  readonly onKeywords: (keywords: Keywords) => void;
  readonly onClose: () => void;
}

/** Adds keywords to several designs. */
export function BulkKeywords({ count, isBusy, onKeywords, onClose }: BulkKeywordsProps) {
  const [typed, setTyped] = useState(typedKeywords(noKeywords));
  const keywords = keywordsFrom(typed);
  const parsed = v.safeParse(typedKeywordsSchema, keywords);
  const errors = parsed.success ? {} : (v.flatten(parsed.issues).nested ?? {});
  const isEmpty = keywordKinds.every((kind) => keywords[kind].length === 0);
  const isRight = parsed.success && !isEmpty;

  return (
    <FormModal title="Add keywords" isDirty={!isEmpty} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !isBusy) onKeywords(keywords);
        }}
      >
        <p>Existing keywords are kept.</p>
        <KeywordFields
          typed={typed}
          onChange={(_, next) => setTyped(next)}
          errorOf={(kind) => errors[kind]?.[0]}
        />
        <Button type="submit" disabled={!isRight} aria-busy={isBusy}>
          {isBusy ? 'Adding…' : `Add to ${count} ${count === 1 ? 'design' : 'designs'}`}
        </Button>
      </form>
    </FormModal>
  );
}
