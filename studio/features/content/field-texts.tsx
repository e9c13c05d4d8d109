import { type Draft, type FieldSpecs, itemName } from './content-fields.ts';
import styles from './field-texts.module.css';

interface FieldTextsProps {
  readonly specs: FieldSpecs;
  readonly content: Draft;
}

/** The texts of a section to read, without fields. */
export function FieldTexts({ specs, content }: FieldTextsProps) {
  return Object.entries(specs).map(([key, spec]) => {
    const value = content[key];
    if (spec.kind === 'list') {
      const items = Array.isArray(value) ? (value as Draft[]) : [];
      return (
        <section key={key} className={styles.texts}>
          <h3>{spec.label}</h3>
          <ol className={styles.items}>
            {items.map((item, place) => (
              <li key={itemName(spec, item, place)} className={styles.item}>
                <FieldTexts specs={spec.fields} content={item} />
              </li>
            ))}
          </ol>
        </section>
      );
    }
    if (spec.kind === 'group') {
      return <FieldTexts key={key} specs={spec.fields} content={value as Draft} />;
    }
    return (
      <div key={key}>
        <p className="soft">{spec.label}</p>
        <p className={styles.text}>{Array.isArray(value) ? value.join('\n') : String(value)}</p>
      </div>
    );
  });
}
