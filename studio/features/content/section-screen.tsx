import { useParams } from 'react-router';
import { type ContentSection, contentSections } from '#contract/studio/content.ts';
import { contentCalls } from '#contract/studio/content-calls.ts';
import type { Look } from '#contract/studio/look.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import { SectionEditor } from './section-editor.tsx';
import { SectionReader } from './section-reader.tsx';
import { sections } from './sections.tsx';

/** The editor of one section of the shop's texts; read-only for those who may not publish it. */
export default function SectionScreen() {
  const { section } = useParams();
  const known = contentSections.find((each) => each === section);
  return (
    <Page
      title={known ? sections[known].label : 'Shop texts'}
      text={known && sections[known].text}
      back={{ to: '/texts', label: 'All shop texts' }}
    >
      {known ? (
        <Section key={known} section={known} />
      ) : (
        <EmptyScene scene="search" title="This text doesn’t exist" />
      )}
    </Page>
  );
}

function Section({ section }: { readonly section: ContentSection }) {
  const found = useAnswer(contentCalls.contentVersions, { params: { section } });
  const looks = useAnswer(contentCalls.contentVersions, { params: { section: 'look' } });
  const settings = useAnswer(settingsCalls.settings);
  const mayPublish = useMayCall(
    contentCalls[section === 'terms' ? 'publishTerms' : 'publishContent'],
  );
  return (
    <Answered of={settings}>
      {(brand) => (
        <Answered of={looks}>
          {({ versions: [shown] }) => (
            <Answered of={found}>
              {({ versions: [inForce, ...earlier] }) => {
                if (!inForce || !shown) return null;
                const versions = [inForce, ...earlier] as const;
                const parts = { section, versions, settings: brand, look: shown.content as Look };
                return mayPublish ? (
                  <SectionEditor {...parts} onPublished={found.set} reload={found.fetchLatest} />
                ) : (
                  <SectionReader {...parts} />
                );
              }}
            </Answered>
          )}
        </Answered>
      )}
    </Answered>
  );
}
