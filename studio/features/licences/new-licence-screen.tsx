import { useParams } from 'react-router';
import { licenceCalls } from '#contract/studio/licences.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import { LicenceEditor } from './licence-editor.tsx';

/** The editor for a new version of a licence, starting from the one in force. */
export default function NewLicenceScreen() {
  const { licenseType } = useParams();
  const found = useAnswer(licenceCalls.allLicenceTexts);
  return (
    <Page title="New licence text" back={{ to: '/licences', label: 'All licence texts' }}>
      <Answered of={found}>
        {({ texts }) => {
          const inForce = texts.find((text) => text.licenseType === licenseType);
          if (!inForce) return <EmptyScene scene="search" title="This licence doesn’t exist" />;
          return (
            <LicenceEditor inForce={inForce} onPublished={found.set} reload={found.fetchLatest} />
          );
        }}
      </Answered>
    </Page>
  );
}
