import { type KeywordKind, keywordKinds } from '#contract/shop/keywords.ts';
import { keywordCalls } from '#contract/studio/keywords.ts';
import { useAnswer } from '../../api/use-answer.ts';
import styles from './keyword-field.module.css';
import { KeywordField } from './keyword-field.tsx';
import { keywordNames, type TypedKeywords } from './typed-keywords.ts';

interface KeywordFieldsProps {
  readonly typed: TypedKeywords;
  readonly onChange: (kind: KeywordKind, typed: TypedKeywords) => void;
  readonly errorOf: (kind: KeywordKind) => string | undefined;
}

const hints: Readonly<Record<KeywordKind, string>> = {
  motif: 'What it shows, such as fox, mushroom, woodland.',
  occasion: 'What it is for, such as christmas, baby shower, nursery.',
  style: 'How it is drawn, such as boho, watercolor, minimalist.',
  color: 'Its main colours, such as sage, navy, pastel pink.',
};

/** Fields for the keywords of every kind, with those of other designs as suggestions. */
export function KeywordFields({ typed, onChange, errorOf }: KeywordFieldsProps) {
  // The fields also work without suggestions.
  const used = useAnswer(keywordCalls.keywords).answer;
  return (
    <div className={styles.fields}>
      {keywordKinds.map((kind) => (
        <KeywordField
          key={kind}
          label={keywordNames[kind]}
          hint={hints[kind]}
          typed={typed[kind]}
          onChange={(words) => onChange(kind, { ...typed, [kind]: words })}
          used={used?.[kind] ?? []}
          error={errorOf(kind)}
        />
      ))}
    </div>
  );
}
