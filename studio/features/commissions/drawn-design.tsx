import { Link } from 'react-router';
import type { CommissionDetails } from '#contract/studio/commissions.ts';
import { Card } from '../../ui/card.tsx';
import styles from './drawn-design.module.css';

/** The private design that is drawn for a request, with what its buyer marked last on the pictures. */
export function DrawnDesign({ letter: { design, moves } }: { readonly letter: CommissionDetails }) {
  if (!design) return null;
  const marks = moves.findLast(({ move }) => move === 'askForChanges')?.marks ?? [];
  const numbered = marks.map((mark, place) => ({ ...mark, number: place + 1 }));
  return (
    <Card title="The design" text="Only you see it, and its buyer what you deliver.">
      <p>
        <Link to={`/designs/${design.id}`}>Add pictures and files in the editor</Link>
      </p>
      {design.pictures.map(({ _id, url, width, height }, place) => (
        <div key={_id} className={styles.picture}>
          <img
            src={url}
            width={width}
            height={height}
            alt={`Delivered ${place + 1}`}
            loading="lazy"
          />
          {numbered
            .filter(({ pictureId }) => pictureId === _id)
            .map(({ number, x, y }) => (
              <span
                key={number}
                className={styles.mark}
                style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
                aria-hidden
              >
                {number}
              </span>
            ))}
        </div>
      ))}
      {numbered.length > 0 && (
        <>
          <h3>Marked by the buyer</h3>
          <ol className={styles.texts}>
            {numbered.map(({ number, pictureId, text }) => {
              const place = design.pictures.findIndex(({ _id }) => _id === pictureId);
              const where = place < 0 ? 'a picture that was replaced' : `picture ${place + 1}`;
              return (
                <li key={number}>
                  {text} <span className="note">({where})</span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </Card>
  );
}
