import { Progress, Spinner, Stack, VisuallyHidden } from '@chakra-ui/react';
import { Notice } from './notice.tsx';
import type { DownloadState } from './use-download.ts';

type DownloadStandingProps = {
  state: DownloadState<unknown>;
  amount: (state: { received: number; rows: number }) => string;
  total?: number;
};

/** Screen readers announce it once, although it changes often. */
export function DownloadStanding({ state, amount, total = 0 }: DownloadStandingProps) {
  const running = state.kind === 'running';
  return (
    <>
      {running && (
        <Stack gap="2" aria-hidden>
          {total > 0 && (
            <Progress.Root value={Math.min(state.rows, total)} max={total} size="sm">
              <Progress.Track>
                <Progress.Range />
              </Progress.Track>
            </Progress.Root>
          )}
          <Stack direction="row" align="center" gap="3" className="num">
            <Spinner size="sm" />
            {state.received === 0 ? 'Preparando o arquivo…' : `${amount(state)} até agora`}
          </Stack>
        </Stack>
      )}
      <div role="status">
        {running && <VisuallyHidden>Preparando o arquivo…</VisuallyHidden>}
        {state.kind === 'done' && (
          <Notice status="success" title={`${state.fileName} baixado: ${amount(state)}`} />
        )}
      </div>
    </>
  );
}
