import { Alert, Button, chakra, Stack } from '@chakra-ui/react';
import { type RefObject, useCallback, useEffect, useState } from 'react';

const SIDE_PX = 300;

type QrCanvasProps = {
  text: string;
  label: string;
  canvas: RefObject<HTMLCanvasElement | null>;
};

/** Dark on white in both themes, as cameras expect. */
export function QrCanvas({ text, label, canvas }: QrCanvasProps) {
  const [failed, setFailed] = useState(false);

  const draw = useCallback(async () => {
    setFailed(false);
    try {
      const { toCanvas } = await import('qrcode');
      if (canvas.current) {
        await toCanvas(canvas.current, text, {
          width: SIDE_PX,
          margin: 2,
          errorCorrectionLevel: 'M',
          color: { dark: '#07110F', light: '#FFFFFF' },
        });
      }
    } catch {
      setFailed(true);
    }
  }, [text, canvas]);

  useEffect(() => {
    void draw();
  }, [draw]);

  return (
    <Stack align="center" gap="3">
      <chakra.canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={SIDE_PX}
        height={SIDE_PX}
        borderRadius="control"
        bg="white"
        css={{ maxWidth: '100%', height: 'auto !important', imageRendering: 'pixelated' }}
      />
      {failed && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>Não foi possível desenhar o QR Code</Alert.Title>
            <Alert.Description>O texto abaixo dele vale do mesmo modo.</Alert.Description>
            <Button size="sm" variant="outline" marginTop="2" alignSelf="start" onClick={draw}>
              Tentar de novo
            </Button>
          </Alert.Content>
        </Alert.Root>
      )}
    </Stack>
  );
}
