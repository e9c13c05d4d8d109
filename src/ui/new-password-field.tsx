import { PasswordField } from './password-field.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { useLoaded } from './use-loaded.ts';

const loadScore = () => import('./password-score.ts');

/** By score, which is a hint and not a rule. Many English words are unknown to it, so 3 earns no praise. */
const verdicts = [
  'Very easy to guess: add more words.',
  'Very easy to guess: add more words.',
  'Easy to guess: add more words.',
  'Could be harder to guess: add a word.',
  'Hard to guess.',
] as const;

interface NewPasswordFieldProps extends TextFieldProps {
  readonly value: string;
  readonly hint: string;
}

/** A password that is being chosen: says how hard the typed one is to guess, where the code for it arrives. */
export function NewPasswordField({ hint, ...props }: NewPasswordFieldProps) {
  const score = useLoaded(loadScore, props.value !== '')?.default;
  const verdict = score && props.value !== '' ? verdicts[score(props.value)] : undefined;
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={verdict === undefined ? hint : `${hint} ${verdict}`}
    />
  );
}
