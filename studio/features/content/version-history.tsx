import { useState } from 'react';
import type { ContentVersion } from '#contract/studio/content-calls.ts';
import { Button } from '#ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import type { Draft, FieldSpecs } from './content-fields.ts';
import { type Difference, differences } from './differences.ts';
import styles from './version-history.module.css';

/** Earlier ones are shown on request. */
const shownAtFirst = 5;

interface VersionHistoryProps {
  readonly specs: FieldSpecs;
  /** Newest first. */
  readonly versions: readonly ContentVersion[];
  /** The form has edits, which a restored version would replace. */
  readonly isDirty: boolean;
  /** Null: this person may not publish the section. */
  readonly onRestore: ((version: ContentVersion) => Promise<void>) | null;
}

/** Every version of a section with what it changed. An earlier one can be published again. */
export function VersionHistory({ specs, versions, isDirty, onRestore }: VersionHistoryProps) {
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<ContentVersion | null>(null);
  const [inForce] = versions;
  const shown = isWhole ? versions : versions.slice(0, shownAtFirst);
  return (
    <Card
      title="Versions"
      text={
        onRestore
          ? 'Nothing is deleted: restoring a version publishes it again.'
          : 'Nothing is deleted: every version stays readable.'
      }
    >
      <ol className={styles.versions}>
        {shown.map((version, place) => (
          <li key={version.version} className={styles.version}>
            <div className={styles.head}>
              <h3>Version {version.version}</h3>
              {version === inForce && <Badge tone="good">In force</Badge>}
              <span className={styles.when}>
                {version.published ? (
                  <>
                    <Instant at={version.published.at} /> by {version.published.actor}
                  </>
                ) : (
                  'Original'
                )}
              </span>
              {onRestore && version !== inForce && (
                <Button variant="quiet" onClick={() => setAsked(version)}>
                  Restore<span className="visually-hidden"> version {version.version}</span>
                </Button>
              )}
            </div>
            <Differences specs={specs} before={versions[place + 1]} after={version} />
          </li>
        ))}
      </ol>
      {!isWhole && versions.length > shownAtFirst && (
        <div>
          <Button variant="paper" onClick={() => setWhole(true)}>
            Show all {versions.length} versions
          </Button>
        </div>
      )}
      {onRestore && asked && (
        <Confirm
          title={`Publish version ${asked.version} again?`}
          action="Publish"
          onConfirm={() => onRestore(asked)}
          onClose={() => setAsked(null)}
        >
          <p>This changes what the shop shows now:</p>
          <Differences specs={specs} before={inForce} after={asked} />
          {isDirty && <p>Your unsaved changes in the form are lost.</p>}
        </Confirm>
      )}
    </Card>
  );
}

interface DifferencesProps {
  readonly specs: FieldSpecs;
  readonly before: ContentVersion | undefined;
  readonly after: ContentVersion;
}

function Differences({ specs, before, after }: DifferencesProps) {
  if (!before) return null;
  const found = differences(specs, before.content as Draft, after.content as Draft);
  return (
    <ul className={styles.differences}>
      {found.map((difference) => (
        <li key={`${difference.label} ${difference.before} ${difference.after}`}>
          <Words {...difference} />
        </li>
      ))}
    </ul>
  );
}

function Words({ label, before, after }: Difference) {
  return (
    <>
      <strong>{label}:</strong>{' '}
      {before !== null && (
        <>
          <span className="visually-hidden">before: </span>
          <del>{before || 'empty'}</del>{' '}
        </>
      )}
      {after !== null && (
        <>
          <span className="visually-hidden">now: </span>
          <ins>{after || 'empty'}</ins>
        </>
      )}
    </>
  );
}
