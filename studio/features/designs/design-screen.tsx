import { useParams } from 'react-router';
import { designCalls } from '#contract/studio/design-calls.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { DesignEditor } from './design-editor.tsx';

/** Poll interval while pictures or files are missing. */
const pollMs = 3000;

/** The editor of one design. */
export default function DesignScreen() {
  const { id = '' } = useParams();
  const design = useAnswer(designCalls.design, {
    params: { id },
    // Pictures and files arrive on their own, so poll while some are missing.
    pollMs: ({ missing }) => (missing.images ?? missing.files) !== undefined && pollMs,
  });
  return (
    <Answered of={design}>
      {(answer) => (
        // Another design gets another editor.
        <DesignEditor key={answer.id} design={answer} onSaved={design.set} />
      )}
    </Answered>
  );
}
