import { type Import, importOutcomes } from '#contract/studio/imports.ts';
import { counted } from '#contract/wire/counted.ts';
import { ImportStateBadge, outcomeWordsIn } from './import-words.tsx';
import styles from './imports.module.css';

/** The number of designs in the file, by outcome. */
export function ImportCounts({ of }: { readonly of: Import }) {
  const words = outcomeWordsIn(of.state);
  return (
    <section className="stack-4" aria-label="Designs in the file">
      <div className="line-3">
        <ImportStateBadge state={of.state} />
        <p>
          {counted(of.designs.total, 'design')} in {counted(of.rows.total, 'row')}
        </p>
      </div>
      <dl className={styles.outcomes}>
        {importOutcomes.map((outcome) => (
          <div key={outcome} className={styles[outcome]}>
            <dt>{words[outcome]}</dt>
            <dd>{of.designs[outcome].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
