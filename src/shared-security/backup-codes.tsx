import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { CopyCheck, Download } from 'lucide-react';
import { CopyButton } from '../ui/copy-button.tsx';
import { DialogButtons } from '../ui/dialog-frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';

/** Shown once: the server keeps only hashes. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  async function copyAll() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Todos os códigos copiados!', description: 'Guarde-os em um local seguro' });
    } catch {
      toast({
        title: 'Não foi possível copiar',
        description: 'Baixe os códigos como arquivo.',
        tone: 'error',
      });
    }
  }

  return (
    <>
      <Notice status="warning" title="Guarde estes códigos agora">
        Eles não poderão ser vistos de novo. Cada um funciona uma única vez e serve para entrar se você perder
        o celular.
      </Notice>
      <SimpleGrid
        as="ul"
        aria-label="Códigos de backup"
        columns={{ base: 1, sm: 2 }}
        gap="2"
        listStyle="none"
      >
        {codes.map((code, place) => (
          <Flex
            as="li"
            key={code}
            align="center"
            justify="space-between"
            bg="bg.subtle"
            borderRadius="control"
            paddingInlineStart="3"
          >
            <chakra.code fontFamily="mono" textStyle="sm">
              {code}
            </chakra.code>
            <CopyButton text={code} label={`Copiar código ${place + 1}`} />
          </Flex>
        ))}
      </SimpleGrid>
      <Flex gap="3" wrap="wrap">
        <Button variant="outline" onClick={copyAll}>
          <CopyCheck size={18} aria-hidden />
          Copiar todos
        </Button>
        <Button
          variant="outline"
          onClick={() => saveFile(new File([`${codes.join('\r\n')}\r\n`], 'codigos-de-backup-valebank.txt'))}
        >
          <Download size={18} aria-hidden />
          Baixar
        </Button>
      </Flex>
      <DialogButtons>
        <Button onClick={onDone}>Já guardei os códigos</Button>
      </DialogButtons>
    </>
  );
}
