import { Box, Button, chakra, Flex, Spinner } from '@chakra-ui/react';
import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react';
import type { RefObject } from 'react';
import type { useCamera } from './use-camera.ts';

type CameraViewProps = {
  video: RefObject<HTMLVideoElement | null>;
  camera: ReturnType<typeof useCamera>;
  isShown: boolean;
};

/** The live picture with a frame to aim by, and the camera's buttons. The video stays mounted: the camera fills it. */
export function CameraView({ video, camera: { state, torch, change }, isShown }: CameraViewProps) {
  return (
    <Box hidden={!isShown}>
      <Box position="relative" borderRadius="card" overflow="hidden" bg="black">
        <chakra.video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label="Imagem da câmera"
          display="block"
          width="full"
          height={{ base: 'min(52dvh, 22rem)', md: '24rem' }}
          objectFit="cover"
        />
        <Box
          aria-hidden
          position="absolute"
          inset="10%"
          border="3px solid"
          borderColor="white"
          borderRadius="card"
          boxShadow="0 0 0 100vmax rgb(0 0 0 / 35%)"
          pointerEvents="none"
        />
        {state === 'starting' && (
          <Flex position="absolute" inset="0" align="center" justify="center" gap="3" color="white">
            <Spinner size="sm" />
            Abrindo a câmera…
          </Flex>
        )}
      </Box>
      {(torch || change) && (
        <Flex gap="3" wrap="wrap" paddingTop="3">
          {torch && (
            <Button variant="outline" aria-pressed={torch.isOn} onClick={torch.toggle}>
              {torch.isOn ? <FlashlightOff size={18} aria-hidden /> : <Flashlight size={18} aria-hidden />}
              {torch.isOn ? 'Apagar a luz' : 'Acender a luz'}
            </Button>
          )}
          {change && (
            <Button variant="outline" onClick={change}>
              <SwitchCamera size={18} aria-hidden />
              Trocar de câmera
            </Button>
          )}
        </Flex>
      )}
    </Box>
  );
}
