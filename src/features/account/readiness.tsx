import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoicePart, type ChoicePartProps } from '#ui/choice-part.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.ts';
import styles from './readiness.module.css';
import {
  type ReadinessCheck,
  type ReadinessFacts,
  readinessChecks,
  readinessReport,
  readinessSummary,
} from './readiness-checks.ts';

const stateNames: Readonly<Record<ReadinessCheck['state'], string>> = {
  good: 'Good',
  note: 'Note',
  unknown: 'Unknown',
  bad: 'Problem',
};

async function copy(report: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(report);
    toast.success('Report copied');
  } catch {
    toast.error('The report couldn’t be copied. Select its text below and copy it.');
  }
}

interface ReadinessProps extends Pick<ChoicePartProps, 'level'> {
  readonly facts: ReadinessFacts;
}

/** The result of a test: each check with what to do, and a report to copy for support. */
export default function Readiness({ facts, level }: ReadinessProps) {
  const checks = readinessChecks(facts);
  const report = readinessReport(facts, location.host, navigator.userAgent);
  return (
    <ChoicePart title="Test result" level={level}>
      {/* A new element for each test, so that screen readers announce the same result again. */}
      <p key={facts.testedAt} role="status">
        {readinessSummary(checks)}
      </p>
      <ul className={styles.checks}>
        {checks.map(({ title, state, result, advice }) => (
          <li key={title} className={styles.check} data-state={state}>
            <Icon name={state === 'good' ? 'check' : 'exclamation'} size={18} />
            <span>
              <span className="visually-hidden">{stateNames[state]}: </span>
              <strong>{title}.</strong> {result} {advice}
            </span>
          </li>
        ))}
      </ul>
      <details className={styles.report}>
        <summary>What the report says</summary>
        <pre>{report}</pre>
      </details>
      <ChoiceActions>
        <Button variant="paper" onClick={() => void copy(report)}>
          Copy report for support
        </Button>
      </ChoiceActions>
    </ChoicePart>
  );
}
