import { Button, type ButtonProps } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { PICTURE_TYPES } from './picture.ts';

type PictureButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  onFile: (file: File) => void;
};

export function PictureButton({ label, onFile, ...button }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        aria-label="Imagem ou PDF com o código"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Lets the same file be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        <ImageUp size={18} aria-hidden />
        {label}
      </Button>
    </>
  );
}
